import type { LineBatch } from '#contract/inventory/document-calls.ts'
import type { Line } from './goods.ts'

interface BatchCellProps {
  id: string
  label: string
  line: Line
  /** That the goods may come from, as far as they are known. */
  batches: LineBatch['batches']
  disabled: boolean | undefined
  onChange: (value: number | null) => void
}

/**
 * The planting batch that goods come from: as their lot says, else as whoever sells them knows. One
 * that is out of the writer's sight stays.
 */
export function BatchCell({ id, label, line, batches, disabled, onChange }: BatchCellProps) {
  const lot = typeof line.lot === 'string' ? line.lot.trim().toLowerCase() : ''
  const own = lot ? batches.find(({ code }) => code?.toLowerCase() === lot) : undefined
  if (own) return <span id={id}>{own.name}</span>
  const chosen = typeof line.batchId === 'number' ? line.batchId : null
  const isListed = chosen === null || batches.some((one) => one.id === chosen)
  return (
    <select
      id={id}
      className="goods-cell"
      aria-label={label}
      data-column="batchId"
      disabled={disabled}
      value={chosen ?? ''}
      onChange={({ target }) => onChange(Number(target.value) || null)}
    >
      <option value="">–</option>
      {!isListed && <option value={chosen}>{String(line.batchIdName ?? chosen)}</option>}
      {batches.map((one) => (
        <option key={one.id} value={one.id}>
          {[one.name, one.code].filter(Boolean).join(' · ')}
        </option>
      ))}
    </select>
  )
}
