import { Drawer } from 'antd'
import { area } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import type { RowOf } from '#contract/entity.ts'
import BaseCosts from '#src/features/planting/BaseCosts.tsx'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useNarrow } from '#src/ui/use-width.ts'

type Land = RowOf<typeof land>
const plotsCall = recordsCall<Land>(land)
const shown = ['areaCode', 'acreage', 'manager', 'address', 'latlng', 'description'] as const
const columns = ['landName', 'landCode', 'landType', 'acreage'] as const

/** One base: its card and its plots. */
export function BaseDrawer({ base, onClose }: { base: RowOf<typeof area>; onClose: () => void }) {
  const t = useLabels(area)
  const isNarrow = useNarrow()
  const plots = useCall(
    plotsCall,
    { areaId: base.id, size: 0, sort: 'landCode,asc' },
    { select: ({ content }) => content },
  )
  return (
    <Drawer open width={isNarrow ? '100%' : 560} title={base.areaName} onClose={onClose}>
      <dl className="bases-details">
        {shown.map((name) => (
          <div key={name}>
            <dt>{fieldLabel(t, area, name)}</dt>
            <dd>{base[name] ?? '–'}</dd>
          </div>
        ))}
      </dl>
      <BaseCosts row={base} />
      <h3>{t('farm:bases.plots')}</h3>
      {plots.isLoading && <ListSkeleton rows={5} />}
      {plots.error && (
        <LoadFailed error={plots.error} height={240} onRetry={() => void plots.refetch()} />
      )}
      {plots.data && plots.data.length === 0 && <p>{t('farm:bases.noPlots')}</p>}
      {plots.data && plots.data.length > 0 && (
        <div className="bases-plots" tabIndex={0} role="region" aria-label={t('farm:bases.plots')}>
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {fieldLabel(t, land, name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {plots.data.map((plot) => (
                <tr key={plot.id}>
                  {columns.map((name) => (
                    <td key={name}>{plot[name] ?? '–'}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Drawer>
  )
}
