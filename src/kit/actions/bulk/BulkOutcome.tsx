import type { Entity } from '#contract/entity.ts'
import type { BulkResult } from './bulk.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** How many went through, and why each of the others did not. */
export function BulkOutcome({
  entity,
  result: { done, refused },
  onClose,
}: {
  entity: Entity
  result: BulkResult
  onClose: () => void
}) {
  const t = useLabels(entity)
  return (
    <div role="status" className="kit-bulk-result">
      {t('kit:list.bulkDone', { done: done.length, refused: refused.length })}
      {refused.length > 0 && (
        <ul>
          {refused.map(({ row, sentence }) => (
            <li key={row.id}>{`${String(row[entity.title] ?? row.id)}: ${sentence}`}</li>
          ))}
        </ul>
      )}
      <button type="button" onClick={onClose}>
        {t('common:buttons.close')}
      </button>
    </div>
  )
}
