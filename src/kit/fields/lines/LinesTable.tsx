import type { Row } from '#src/kit/definition/resource.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'

/** The lines of a record, each column drawn by its kind. */
export default function LinesTable({ entity, name, field, row }: CellProps) {
  const t = useLabels(entity)
  const columns = Object.entries(field.columns ?? {}).filter(([, { inner }]) => !inner)
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
