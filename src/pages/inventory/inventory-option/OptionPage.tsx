import { Button, Radio } from 'antd'
import { useState } from 'react'
import {
  inventoryOption,
  optionScreen,
  saveInventoryOption,
  stocktakePostings,
  type InventoryOption,
} from '#contract/inventory/option.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { callKey, queries } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { chosenOptions } from '#src/kit/fields/ref/use-options.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { keepsOwn } from '#src/kit/form/draft/keeps-own.ts'
import { useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import './option.css'

const actions = ['list', 'edit']
const definition = { screen: optionScreen, page: async () => ({ default: OptionPage }) }
const kept = callKey(inventoryOption, {})

/** How this tenant's inventory works, where there is a choice. */
export default function OptionPage() {
  const may = usePermissions(definition, actions)
  const option = useCall(inventoryOption, {}, { staleTime: 0 })
  if (option.error && !option.data)
    return <LoadFailed error={option.error} onRetry={() => void option.refetch()} />
  if (!option.data) return <ListSkeleton rows={4} />
  // Begun anew with each version that is saved.
  return (
    <OptionForm
      key={option.data.objectVersionNumber}
      option={option.data}
      mayEdit={may?.edit === true}
    />
  )
}

function OptionForm({ option, mayEdit }: { option: InventoryOption; mayEdit: boolean }) {
  const t = useLabels({ module: 'inventory' })
  const [value, setValue] = useState(() => {
    const { overPercent, expiryWarningDays, defaultWarehouseId, stocktakePosting } = option
    return { overPercent, expiryWarningDays, defaultWarehouseId, stocktakePosting }
  })
  const isDirty = Object.entries(value).some(
    ([name, now]) => now !== option[name as keyof InventoryOption],
  )
  const clean = useUnsaved(isDirty)
  const set = (change: Partial<typeof value>) => setValue((now) => ({ ...now, ...change }))
  const saving = useCallMutation(saveInventoryOption, {
    said: t('kit:form.saved', { name: t('inventory:option.title') }),
    onDone: (saved) => {
      clean()
      queries.setQueryData(kept, saved)
    },
    onRefused: async (error) => {
      const conflict = await keepsOwn<InventoryOption>(t, error)
      if (conflict?.isOwn) await save(conflict.newer.objectVersionNumber)
      else if (conflict) queries.setQueryData(kept, conflict.newer)
    },
  })
  const save = (objectVersionNumber: number) => saving.send({ ...value, objectVersionNumber })
  const item = (name: keyof typeof value) => ({
    name,
    label: <span id={`option-${name}-label`}>{t(`inventory:option.${name}`)}</span>,
    help: t(`inventory:option.${name}Note`),
  })
  const disabled = !mayEdit
  return (
    <SendForm sending={saving}>
      <section className="kit-page inventory-option" aria-label={t('inventory:option.title')}>
        <FieldItem {...item('overPercent')}>
          <NumberBox
            disabled={disabled}
            min={0}
            max={100}
            precision={2}
            suffix="%"
            value={value.overPercent}
            onChange={(overPercent) => set({ overPercent: overPercent ?? 0 })}
          />
        </FieldItem>
        <FieldItem {...item('expiryWarningDays')}>
          <NumberBox
            disabled={disabled}
            min={0}
            max={365}
            precision={0}
            suffix={t('inventory:option.days')}
            value={value.expiryWarningDays}
            onChange={(expiryWarningDays) => set({ expiryWarningDays: expiryWarningDays ?? 0 })}
          />
        </FieldItem>
        <FieldItem {...item('defaultWarehouseId')}>
          {(field) => (
            <RefSelect
              id={field}
              to="warehouse"
              inUse
              value={value.defaultWarehouseId}
              chosen={chosenOptions({ id: 0, ...option }, 'defaultWarehouseId')}
              disabled={disabled}
              onChange={(id) => set({ defaultWarehouseId: id as number | null })}
            />
          )}
        </FieldItem>
        <FieldItem {...item('stocktakePosting')}>
          <Radio.Group
            disabled={disabled}
            aria-labelledby="option-stocktakePosting-label"
            value={value.stocktakePosting}
            onChange={({ target }) =>
              set({ stocktakePosting: target.value as typeof value.stocktakePosting })
            }
            options={Object.values(stocktakePostings).map((one) => ({
              value: one,
              label: t(`inventory:option.posting.${one}`),
            }))}
          />
        </FieldItem>
        {mayEdit && (
          <Button
            type="primary"
            loading={saving.isBusy}
            disabled={!isDirty}
            onClick={() => void save(option.objectVersionNumber)}
          >
            {t('common:buttons.save')}
          </Button>
        )}
      </section>
    </SendForm>
  )
}
