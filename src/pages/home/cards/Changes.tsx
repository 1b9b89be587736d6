import { useResourceParams } from '@refinedev/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { entityOutlines, type EntityOutline } from '#contract/outlines.ts'
import { storageName } from '#contract/entity.ts'
import type { HomeChange } from '#contract/home/around-calls.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { auditActionLabel, entityLabel } from '#src/kit/definition/label.ts'
import { isList, type Outline } from '#src/kit/definition/outline.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { addressOf } from '#src/kit/record/use-opened.ts'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'

function Change({ change, entity }: { change: HomeChange; entity: EntityOutline }) {
  const t = useLabels(entity)
  const { t: home, i18n } = useTranslation(['home', 'system'])
  const now = useNow(60_000)
  const { resources } = useResourceParams()
  const outline = resources
    .map(({ meta }) => meta?.outline as Outline | undefined)
    .find((one) => one && isList(one) && one.entity.name === entity.name)
  const to =
    outline && change.recordId !== null && !change.action.startsWith('delete')
      ? addressOf(outline, 'show', change.recordId)
      : null
  const name = `${entityLabel(t, entity)}${change.title ? ` ${change.title}` : ''}`
  return (
    <li>
      <span>
        {home('changes.who', {
          who: change.realName ?? home('changes.nobody'),
          what: auditActionLabel(t, entity, change.action),
        })}{' '}
        {to ? <Link to={to}>{name}</Link> : name}
      </span>
      <time dateTime={change.at}>{ageOf(change.at, now, i18n.language)}</time>
    </li>
  )
}

/** Who did what, to which record. */
export default function Changes({ around }: HomeCardProps) {
  const { t } = useTranslation('home')
  const known = (around?.changes ?? []).flatMap((change) => {
    const entity =
      entityOutlines.find(({ name }) => name === change.entity) ??
      entityOutlines.find((one) => storageName(one) === change.entity)
    return entity ? [{ change, entity }] : []
  })
  return (
    <CardFrame code="changes" more={<Link to="/system/audit-log">{t('changes.all')}</Link>}>
      {!around && <CardBones />}
      {around && known.length === 0 && <CardEmpty text={t('cards.changes.empty')} />}
      <ul className="home-lines">
        {known.map(({ change, entity }) => (
          <Suspense key={change.id} fallback={<li />}>
            <Change change={change} entity={entity} />
          </Suspense>
        ))}
      </ul>
    </CardFrame>
  )
}
