import { Link } from 'react-router'
import { documentChain, type DocumentLink } from '#contract/inventory/document-calls.ts'
import { documents } from '#contract/inventory/document.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { entityLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { AuditCell } from './DocumentCells.tsx'
import { infoOf } from './routes.ts'

/** The documents that hang together, each behind the one it was made from. */
function inOrder(
  links: readonly DocumentLink[],
  of: number | null = null,
  depth = 0,
): { link: DocumentLink; depth: number }[] {
  const ids = new Set(links.map(({ id }) => id))
  return links
    .filter(({ sourceId }) =>
      of === null ? sourceId === null || !ids.has(sourceId) : sourceId === of,
    )
    .flatMap((link) => [{ link, depth }, ...inOrder(links, link.id, depth + 1)])
}

/** What a document came from and what came of it, with dates and how far each is carried out. */
export function ChainStrip({ id }: { id: number }) {
  const t = useLabels({ module: 'inventory' })
  const { data } = useCall(documentChain, { id }, { retry: false })
  if (!data || (data.length < 2 && !data[0]?.toWarehouseName)) return null
  return (
    <ol className="document-chain" aria-label={t('inventory:document.chain')}>
      {inOrder(data).map(({ link, depth }) => (
        <li key={link.id} data-depth={depth} aria-current={link.id === id ? 'true' : undefined}>
          <Link to={infoOf(link.kind, link.id)}>
            <span>{entityLabel(t, documents[link.kind])}</span>
            <strong>{link.code}</strong>
            <small>
              {link.percent === null
                ? link.occurredOn
                : `${link.occurredOn} · ${Math.round(link.percent)}%`}
            </small>
            {link.toWarehouseName && (
              <small>{t('inventory:document.boundFor', { name: link.toWarehouseName })}</small>
            )}
          </Link>
          <AuditCell entity={documents[link.kind]} row={link as never} />
        </li>
      ))}
    </ol>
  )
}
