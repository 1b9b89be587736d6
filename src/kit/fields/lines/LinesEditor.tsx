import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, type KeyboardEvent } from 'react'
import { isComposing } from '#src/lib/ime.ts'
import { LineRemove } from './LineTools.tsx'
import { lineLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'

type Line = Readonly<Record<string, unknown>>

/** Lines to fill in: Enter goes to the next one and adds it where there is none. */
export default function LinesEditor({
  id,
  entity,
  name,
  field,
  value,
  onChange,
  onBlur,
  disabled,
  describedBy,
}: InputProps) {
  const t = useLabels(entity)
  const box = useRef<HTMLTableSectionElement>(null)
  const columns = Object.entries(field.columns ?? {})
  const lines = Array.isArray(value) ? (value as Line[]) : []
  const blank = Object.fromEntries(columns.map(([column]) => [column, null]))
  const canAdd = lines.length < (field.max ?? 0)
  const focus = (at: number) =>
    requestAnimationFrame(() =>
      box.current?.rows[at]?.querySelector<HTMLElement>('input, textarea')?.focus(),
    )
  const add = () => {
    if (!canAdd) return
    onChange([...lines, blank])
    focus(lines.length)
  }
  const handleKey = (event: KeyboardEvent, at: number) => {
    if (
      event.key !== 'Enter' ||
      event.ctrlKey ||
      event.metaKey ||
      isComposing(event) ||
      (event.target as HTMLElement).tagName !== 'INPUT'
    )
      return
    event.preventDefault()
    if (at + 1 < lines.length) focus(at + 1)
    else add()
  }
  return (
    <div className="kit-lines" role="group" aria-describedby={describedBy}>
      {lines.length > 0 && (
        <table>
          <thead>
            <tr>
              {columns.map(([column]) => (
                <th key={column} scope="col">
                  {lineLabel(t, entity, name, column)}
                </th>
              ))}
              <th>
                <span className="visually-hidden">{t('common:table.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={box}>
            {lines.map((line, at) => (
              // Lines have no name of their own; their place is what they are.
              <tr key={at} onKeyDown={(event) => handleKey(event, at)}>
                {columns.map(([column, one]) => {
                  const Input = inputs[one.kind]
                  return (
                    <td key={column}>
                      <label
                        className="visually-hidden"
                        htmlFor={`${id}-${at}-${column}`}
                      >{`${lineLabel(t, entity, name, column)} ${at + 1}`}</label>
                      <Input
                        id={`${id}-${at}-${column}`}
                        entity={entity}
                        name={column}
                        field={one}
                        value={line[column]}
                        disabled={disabled}
                        onChange={(next) =>
                          onChange(
                            lines.map((before, other) =>
                              other === at ? { ...before, [column]: next } : before,
                            ),
                          )
                        }
                        onBlur={onBlur}
                      />
                    </td>
                  )
                })}
                <td>
                  <LineRemove
                    at={at}
                    disabled={disabled}
                    onRemove={() => onChange(lines.filter((_, other) => other !== at))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Button
        id={id}
        aria-labelledby={`${id} ${id}-label`}
        icon={<PlusOutlined />}
        disabled={disabled || !canAdd}
        onClick={add}
      >
        {t('kit:lines.add')}
      </Button>
    </div>
  )
}
