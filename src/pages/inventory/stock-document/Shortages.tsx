import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { ShortLine } from '#contract/inventory/document-calls.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { isApiError } from '#src/api/api-error.ts'
import { quantityText } from '#src/features/inventory/packs.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { useResourceNamed } from '#src/kit/definition/definition-context.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const making = ['create']
export const shortLines = (error: unknown): readonly ShortLine[] =>
  isApiError(error) && error.code === 'stock.short'
    ? ((error.detail.lines ?? []) as ShortLine[])
    : []

/**
 * Every line that finds too little, where else there is some, and the transfer that would bring it.
 */
export function Shortages({
  lines,
  warehouseId,
  onLeave,
}: {
  lines: readonly ShortLine[]
  warehouseId: number
  onLeave: () => void
}) {
  const t = useLabels({ module: 'inventory' })
  const navigate = useNavigate()
  // Whoever may not write a transfer reads where there is some, and tells somebody who may.
  const may = usePermissions(useResourceNamed(documentScreens.transfer.name), making)
  const unitName = useUnitName()
  const {
    i18n: { language },
  } = useTranslation()
  const inUnits = ({ unitName: unit, units }: ShortLine, quantity: number) =>
    quantityText(
      quantity,
      unit,
      units.map((one) => ({ ...one, quantity: Math.round((quantity / one.ratio) * 1000) / 1000 })),
      unitName,
      language,
    )
  const bring = (from: number) => {
    const goods = lines.flatMap(
      ({ skuId, skuName, lot, unitName: stockUnit, units, wanted, available, elsewhere }) => {
        const there = elsewhere.find(({ warehouseId: id }) => id === from)
        return there
          ? [
              {
                skuId,
                skuIdName: skuName,
                unitName: stockUnit,
                units,
                lot,
                quantity: Math.min(
                  there.quantity,
                  Math.round((wanted - Math.max(available, 0)) * 1000) / 1000,
                ),
                price: null,
                remark: null,
              },
            ]
          : []
      },
    )
    onLeave()
    void navigate(`${documentScreens.transfer.route}/add`, {
      state: { begin: { warehouseId: from, toWarehouseId: warehouseId, goods } },
    })
  }
  const others = [
    ...new Map(
      lines.flatMap(({ elsewhere }) =>
        elsewhere.map((one) => [one.warehouseId, one.warehouseName] as const),
      ),
    ),
  ]
  return (
    <Alert
      type="error"
      showIcon
      message={t('inventory:document.short', { count: lines.length })}
      description={
        <>
          <ul className="document-short">
            {lines.map((line) => (
              <li key={line.position}>
                {t('inventory:document.shortLine', {
                  at: line.position + 1,
                  name: line.lot ? `${line.skuName} · ${line.lot}` : line.skuName,
                  wanted: inUnits(line, line.wanted),
                  available: inUnits(line, line.available),
                })}
                {line.otherLots.length > 0 && (
                  <small>
                    {t('inventory:document.otherLots', {
                      lots: line.otherLots
                        .map(
                          (one) =>
                            `${one.lot} ${one.quantity}${one.expiresOn ? ` (${one.expiresOn})` : ''}`,
                        )
                        .join(' · '),
                    })}
                  </small>
                )}
                {line.elsewhere.length > 0 && (
                  <small>
                    {line.elsewhere
                      .map((one) => `${one.warehouseName} ${one.quantity}`)
                      .join(' · ')}
                  </small>
                )}
              </li>
            ))}
          </ul>
          {may?.create &&
            others.map(([id, name]) => (
              <Button key={id} size="small" onClick={() => bring(id)}>
                {t('inventory:document.bring', { name })}
              </Button>
            ))}
        </>
      }
    />
  )
}
