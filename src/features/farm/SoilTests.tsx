import { Link } from 'react-router'
import type { RowOf } from '#contract/entity.ts'
import { soilTest, soilTestScreen } from '#contract/farm/soil-test.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useIsListed } from '#src/kit/app/use-is-listed.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './soil-tests.css'

type Test = RowOf<typeof soilTest>
const list = recordsCall<Test>(soilTest)
const shown = ['ph', 'organicMatter', 'nitrogen', 'phosphorus', 'potassium', 'salt'] as const
/** As many as tell where a soil is going. */
const mostShown = 8
const rounded = (value: number) => Number(value.toFixed(2))

/** What laboratories found in a plot's soil, the newest first, and what rose or fell between; for who may see it. */
export function SoilTests({ landId }: { landId: number }) {
  const isListed = useIsListed(soilTestScreen)
  return isListed ? <Tests landId={landId} /> : null
}

function Tests({ landId }: { landId: number }) {
  const t = useLabels(soilTest)
  const { data, error, refetch } = useCall(list, { landId, size: mostShown, page: 0 })
  const tests = data?.content ?? []
  const measured = shown.filter((name) => tests.some((one) => typeof one[name] === 'number'))
  return (
    <section className="soil-tests" aria-label={t('farm:soilTest.trend.title')}>
      <h3>
        {t('farm:soilTest.trend.title')}{' '}
        <Link to={`${soilTestScreen.route}?landId=${landId}`}>{t('farm:soilTest.trend.all')}</Link>
      </h3>
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={2} />}
      {data && tests.length === 0 && <p>{t('farm:soilTest.trend.none')}</p>}
      {tests.length > 0 && (
        <div className="soil-tests-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{fieldLabel(t, soilTest, 'testedOn')}</th>
                {measured.map((name) => (
                  <th key={name} scope="col">
                    {fieldLabel(t, soilTest, name)}
                    {soilTest.fields[name].unit && (
                      <small> {t(`common:units.${soilTest.fields[name].unit}`)}</small>
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {tests.map((one, at) => (
                <tr key={one.id}>
                  <th scope="row">
                    <Link to={`${soilTestScreen.route}?open=show&id=${one.id}`}>
                      {one.testedOn}
                    </Link>
                  </th>
                  {measured.map((name) => (
                    <td key={name} className="kit-number">
                      {one[name] ?? '–'} <Change now={one[name]} before={tests[at + 1]?.[name]} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

interface ChangeProps {
  now: number | null | undefined
  before: number | null | undefined
}
function Change({ now, before }: ChangeProps) {
  const t = useLabels(soilTest)
  if (typeof now !== 'number' || typeof before !== 'number' || now === before) return null
  const by = rounded(Math.abs(now - before))
  const said = t(now > before ? 'farm:soilTest.trend.up' : 'farm:soilTest.trend.down', { by })
  return (
    <span role="img" title={said} aria-label={said} className="soil-tests-change">
      {now > before ? '▲' : '▼'}
    </span>
  )
}
