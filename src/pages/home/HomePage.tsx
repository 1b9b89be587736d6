import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { menuTree } from '#contract/account/menus.ts'
import { area, areaCodes } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import { noticePages } from '#contract/message/reader-calls.ts'
import { auditLog } from '#contract/platform/platform-calls.ts'
import type { AreaBrief } from '#contract/system/permission-calls.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useGranted, useAnyGranted } from '#src/kit/app/use-granted.ts'
import { useCall, useAnswer, type Ask } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { HomeCard as Card } from './HomeCard.tsx'
import './home.css'

// What devices and goods are called comes after the rest of the page.
const WaitingCards = lazy(() => import('./WaitingCards.tsx'))
const FieldCards = lazy(() => import('./FieldCards.tsx'))

const auditCode = 'wfpf.company.system.auditLog'
const newest = 5

const basesCall = recordsCall<AreaBrief>(area)
const plotsCall = recordsCall<unknown>(land)
async function basesWithPlots(ask: Ask): Promise<(AreaBrief & { plots: number })[]> {
  const first = { ...area.fixedQuery, page: 1, size: 6, sort: 'defaultFlag,desc' }
  const { content } = await ask(basesCall, first)
  return Promise.all(
    content.map(async (one) => ({
      ...one,
      plots: await ask(plotsCall, { areaId: one.id, page: 1, size: 1 }).then(
        (page) => page.totalElements,
        () => 0,
      ),
    })),
  )
}

/** Where a day begins: bases, announcements, ways on, what changed. */
export default function HomePage() {
  const { t, i18n } = useTranslation('shell')
  const labels = useLabels({ module: 'system' })
  const user = useIdentity()
  const zone = useTimeZone()
  const enabled = user !== undefined && user.tenantId !== -1
  const mayBases = useAnyGranted(areaCodes, enabled)
  const bases = useAnswer(basesCall, 'withPlots', basesWithPlots, { enabled: mayBases === true })
  const notices = useCall(
    noticePages,
    { page: 1, size: newest, statusCode: 'PUBLISHED' },
    { enabled },
  )
  const menu = useCall(menuTree, { lang: i18n.language })
  const mayAudit = useGranted(auditCode, enabled)
  const changes = useCall(auditLog, { page: 1, size: newest }, { enabled: mayAudit === true })
  const entries =
    menu.data
      ?.flatMap((module) => module.children.flatMap((group) => group.children))
      .filter((screen) => screen.route !== '/web/farm/home') ?? []
  return (
    <div className="home">
      {user && (
        <p className="home-hello">
          {t('home.hello', { name: user.realName })} · {user.tenantName}
        </p>
      )}
      {enabled && mayBases !== false && (
        <Card title={t('home.bases')} query={bases}>
          {bases.data?.length === 0 && <p>{t('home.noBases')}</p>}
          <ul className="home-bases">
            {bases.data?.map((one) => (
              <li key={one.id}>
                <strong>{one.areaName}</strong>
                <span>{t('home.plots', { count: one.plots })}</span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {enabled && (
        <Suspense>
          <WaitingCards />
          <FieldCards />
        </Suspense>
      )}
      {enabled && (
        <Card title={t('home.notices')} query={notices}>
          {notices.data?.content.length === 0 && <p>{t('home.noNotices')}</p>}
          <ul className="home-lines">
            {notices.data?.content.map((one) => (
              <li key={one.id}>
                <span>
                  {one.readFlag === 0 && (
                    <i className="home-dot" role="img" aria-label={t('home.unread')} />
                  )}
                  {one.title}
                </span>
                <time dateTime={one.publishedDate}>
                  {momentOf(one.publishedDate, zone).slice(0, 10)}
                </time>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title={t('home.entries')} query={menu}>
        <ul className="home-entries">
          {entries.map((screen) => (
            <li key={screen.code}>
              <Link to={screen.route}>{screen.name}</Link>
            </li>
          ))}
        </ul>
      </Card>
      {mayAudit && (
        <Card
          title={t('home.changes')}
          query={changes}
          more={<Link to="/system/audit-log">{t('home.all')}</Link>}
        >
          {changes.data?.content.length === 0 && <p>{t('home.noChanges')}</p>}
          <ul className="home-lines">
            {changes.data?.content.map((one) => (
              <li key={one.id}>
                <span>
                  {one.realName} · {one.title ?? labels(`menus:screens.audit`)}
                </span>
                <time dateTime={one.at}>{momentOf(one.at, zone).slice(5, 16)}</time>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
