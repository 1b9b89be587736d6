import type { Row } from '../resource.ts'
import { lineLabel } from '../label.ts'
import { useLabels } from '../use-labels.ts'
import { fieldTypes } from './field-types.ts'
import type { CellProps } from './kind.ts'

/** The lines of a record, each column drawn by its kind. */
export default function LinesTable({ entity, name, field, row }: CellProps) {
  const t = useLabels(entity)
  const columns = Object.entries(field.columns ?? {})
  return (
    <div className="kit-lines">
      <table>
        <thead>
          <tr>
            {columns.map(([column]) => (
              <th key={column} scope="col">
                {lineLabel(t, entity, name, column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(row[name] as Row[]).map((line, at) => (
            <tr key={at}>
              {columns.map(([column, one]) => {
                const { Cell } = fieldTypes[one.kind]
                return (
                  <td key={column}>
                    <Cell entity={entity} name={column} field={one} row={line} />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
