import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { menuTree } from '#contract/account/menus.ts'
import type { Page } from '#contract/call.ts'
import { area, areaCodes } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import { noticePages } from '#contract/message/reader-calls.ts'
import { auditLog } from '#contract/platform/platform-calls.ts'
import type { AreaBrief } from '#contract/system/permission-calls.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call, resolveEndpoint } from '#src/api/call.ts'
import { http } from '#src/api/client.ts'
import { isAnyGranted, isGranted } from '#src/api/permissions.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './home.css'

const auditCode = 'wfpf.company.system.auditLog'
const newest = 5

interface CardProps {
  title: string
  more?: ReactNode
  query: { isPending: boolean; error: unknown; refetch: () => unknown }
  children: ReactNode
}
/** One thing of the workbench, in whatever state it is; what one may not see is not there. */
function Card({ title, more, query, children }: CardProps) {
  if (isApiError(query.error) && query.error.status === 403) return null
  return (
    <section className="home-card">
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      {query.isPending && !query.error ? (
        <ListSkeleton rows={3} />
      ) : query.error ? (
        <LoadFailed error={query.error} height={160} onRetry={() => void query.refetch()} />
      ) : (
        children
      )}
    </section>
  )
}

async function basesWithPlots(): Promise<(AreaBrief & { plots: number })[]> {
  const get = async <T,>(endpoint: string, params: object) =>
    (await http.get<Page<T>>(resolveEndpoint(endpoint, {}).url, { params, quiet: true })).data
  const { content } = await get<AreaBrief>(area.api.list, {
    ...area.fixedQuery,
    page: 1,
    size: 6,
    sort: 'defaultFlag,desc',
  })
  return Promise.all(
    content.map(async (one) => ({
      ...one,
      plots: await get(land.api.list, { areaId: one.id, page: 1, size: 1 }).then(
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
  const mayBases = useQuery({
    queryKey: ['home', 'may-bases'],
    enabled,
    queryFn: () => isAnyGranted(areaCodes),
  })
  const bases = useQuery({
    queryKey: ['home', 'bases'],
    enabled: mayBases.data === true,
    retry: false,
    queryFn: basesWithPlots,
  })
  const notices = useQuery({
    queryKey: ['home', 'notices'],
    enabled,
    queryFn: () =>
      call(noticePages, { page: 1, size: newest, statusCode: 'PUBLISHED' }, { quiet: true }),
  })
  const menu = useQuery({
    queryKey: ['home', 'menu', i18n.language],
    queryFn: () => call(menuTree, { lang: i18n.language }, { quiet: true }),
  })
  const mayAudit = useQuery({
    queryKey: ['home', 'audit'],
    enabled,
    queryFn: () => isGranted(auditCode),
  })
  const changes = useQuery({
    queryKey: ['home', 'changes'],
    enabled: mayAudit.data === true,
    queryFn: () => call(auditLog, { page: 1, size: newest }, { quiet: true }),
  })
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
      {enabled && mayBases.data !== false && (
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
      {mayAudit.data && (
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
