import { Alert, Button, Form, Radio } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  inventoryOption,
  optionScreen,
  saveInventoryOption,
  stocktakePostings,
  type InventoryOption,
} from '#contract/inventory/option.ts'
import { isApiError } from '#src/api/api-error.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { callKey, queries } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { chosenOptions } from '#src/kit/fields/ref/use-options.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { confirm } from '#src/ui/confirm.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import '#src/kit/form/form.css'
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
  const { send, isBusy, problem, fields } = useCallMutation(saveInventoryOption, {
    said: t('kit:form.saved', { name: t('inventory:option.title') }),
    onDone: (saved) => {
      clean()
      queries.setQueryData(kept, saved)
    },
    onRefused: async (error) => {
      if (!isApiError(error) || error.status !== 409) return
      const newer = error.current as unknown as InventoryOption
      if (
        await confirm({
          title: t('kit:conflict.title'),
          body: t('kit:conflict.keep'),
          go: t('kit:conflict.keep'),
        })
      )
        await save(newer.objectVersionNumber)
      else queries.setQueryData(kept, newer)
    },
  })
  const save = (objectVersionNumber: number) => send({ ...value, objectVersionNumber })
  const item = (name: keyof typeof value, control: ReactNode) => (
    <Form.Item
      htmlFor={`option-${name}`}
      label={<span id={`option-${name}-label`}>{t(`inventory:option.${name}`)}</span>}
      validateStatus={fields[name] ? 'error' : undefined}
      help={fields[name] ?? t(`inventory:option.${name}Note`)}
    >
      {control}
    </Form.Item>
  )
  return (
    <Form component={false} layout="vertical" disabled={!mayEdit || isBusy}>
      <section className="kit-page inventory-option" aria-label={t('inventory:option.title')}>
        {problem && Object.keys(fields).length === 0 && (
          <Alert type="error" showIcon message={problem} className="kit-form-note" />
        )}
        {item(
          'overPercent',
          <NumberBox
            id="option-overPercent"
            min={0}
            max={100}
            precision={2}
            suffix="%"
            value={value.overPercent}
            onChange={(overPercent) => set({ overPercent: overPercent ?? 0 })}
          />,
        )}
        {item(
          'expiryWarningDays',
          <NumberBox
            id="option-expiryWarningDays"
            min={0}
            max={365}
            precision={0}
            suffix={t('inventory:option.days')}
            value={value.expiryWarningDays}
            onChange={(expiryWarningDays) => set({ expiryWarningDays: expiryWarningDays ?? 0 })}
          />,
        )}
        {item(
          'defaultWarehouseId',
          <RefSelect
            id="option-defaultWarehouseId"
            to="warehouse"
            inUse
            value={value.defaultWarehouseId}
            chosen={chosenOptions({ id: 0, ...option }, 'defaultWarehouseId')}
            disabled={!mayEdit || isBusy}
            onChange={(id) => set({ defaultWarehouseId: id as number | null })}
          />,
        )}
        {item(
          'stocktakePosting',
          <Radio.Group
            id="option-stocktakePosting"
            aria-labelledby="option-stocktakePosting-label"
            value={value.stocktakePosting}
            onChange={({ target }) =>
              set({ stocktakePosting: target.value as typeof value.stocktakePosting })
            }
            options={Object.values(stocktakePostings).map((one) => ({
              value: one,
              label: t(`inventory:option.posting.${one}`),
            }))}
          />,
        )}
        {mayEdit && (
          <Button
            type="primary"
            loading={isBusy}
            disabled={!isDirty}
            onClick={() => void save(option.objectVersionNumber)}
          >
            {t('common:buttons.save')}
          </Button>
        )}
      </section>
    </Form>
  )
}
