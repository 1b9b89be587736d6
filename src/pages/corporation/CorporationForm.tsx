import { Alert, Button, Form, Input, Select, Switch } from 'antd'
import { useState, type ReactNode } from 'react'
import {
  corporationBody,
  saveCorporation,
  type Corporation,
  getCorporation,
} from '#contract/account/tenant.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import OneImage from '#src/kit/fields/file/OneImage.tsx'
import { schemaOf } from '#src/kit/form/values/schema.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { mayLeave, useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { confirm } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'
import { useLocation } from 'react-router'

export const texts = [
  'tenantName',
  'creditCode',
  'contact',
  'contactPhone',
  'address',
  'description',
  'domainName',
  'loginTitle',
  'subTitle',
  'copyright',
] as const
export const pictures = ['logo', 'favicon'] as const
const limits: Record<(typeof texts)[number], number> = {
  tenantName: 60,
  creditCode: 18,
  contact: 40,
  contactPhone: 20,
  address: 120,
  description: 500,
  domainName: 253,
  loginTitle: 40,
  subTitle: 60,
  copyright: 80,
}
/** What is offered, with what is set already. */
const monthsOf = (set: number) =>
  [...new Set([3, 6, 12, 24, 36, 60, 120, set])].sort((a, b) => a - b)
const daysOf = (set: number) =>
  [...new Set([30, 90, 180, 365, 730, 1095, 1825, 3650, set])].sort((a, b) => a - b)

/** The card as a form: what is set for the whole tenant, and how its console looks. */
export function CorporationForm({ card, onClose }: { card: Corporation; onClose: () => void }) {
  const t = useLabels({ module: 'system' })
  const { pathname } = useLocation()
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [version, setVersion] = useState(card.objectVersionNumber)
  const [value, setValue] = useState(() => {
    const {
      tenantName,
      creditCode,
      contact,
      contactPhone,
      address,
      description,
      domainName,
      loginTitle,
      subTitle,
      copyright,
      timeZone,
      telemetryMonths,
      alarmDays,
      secondFactorFlag,
      logo,
      favicon,
    } = card
    return {
      tenantName,
      creditCode,
      contact,
      contactPhone,
      address,
      description,
      domainName,
      loginTitle,
      subTitle,
      copyright,
      timeZone,
      telemetryMonths,
      alarmDays,
      secondFactorFlag,
      logo,
      favicon,
    }
  })
  const clean = useUnsaved(
    Object.entries(value).some(
      ([name, now]) => (now ?? '') !== (card[name as keyof Corporation] ?? ''),
    ),
  )
  const set = (change: Partial<typeof value>) => setValue({ ...value, ...change })
  const save = async (as: number) => {
    const emptied = Object.fromEntries(
      Object.entries(value).map(([name, now]) => [name, now === '' ? null : now]),
    )
    const parsed = schemaOf(corporationBody).safeParse({ ...emptied, objectVersionNumber: as })
    if (!parsed.success) {
      const wrong: Record<string, string> = {}
      for (const issue of parsed.error.issues) {
        const own: unknown = issue.code === 'custom' && issue.params?.code
        const code = typeof own === 'string' ? own : 'field.invalid'
        wrong[String(issue.path[0])] ??= t(
          value[issue.path[0] as 'address'] ? code : 'field.required',
          { ns: 'errors', keySeparator: false },
        )
      }
      return setFields(wrong)
    }
    let newer: Record<string, unknown> | undefined
    const isDone = await run(async () => {
      await call(saveCorporation, parsed.data, { quiet: true }).catch((error: unknown) => {
        if (isApiError(error) && error.status === 409)
          newer = error.current as Record<string, unknown>
        throw error
      })
    })
    if (newer) {
      const latest = Number(newer.objectVersionNumber)
      setVersion(latest)
      if (
        await confirm({
          title: t('kit:conflict.title'),
          body: t('kit:conflict.keep'),
          go: t('kit:conflict.keep'),
        })
      )
        await save(latest)
      return
    }
    if (!isDone) return
    clean()
    await invalidateCall(getCorporation)
    toast({ text: t('kit:form.saved', { name: value.tenantName }), tone: 'good' })
    onClose()
  }
  const item = (name: keyof typeof value, control: ReactNode, isRequired = false) => (
    <Form.Item
      key={name}
      label={t(`system:corporation.fields.${name}`)}
      htmlFor={`corporation-${name}`}
      required={isRequired}
      validateStatus={fields[name] ? 'error' : undefined}
      help={fields[name]}
    >
      {control}
    </Form.Item>
  )
  return (
    <Form component={false} layout="vertical">
      {problem && Object.keys(fields).length === 0 && (
        <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />
      )}
      <div
        style={{
          display: 'grid',
          gap: '0 24px',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
          maxWidth: 1000,
        }}
      >
        {texts.map((name) =>
          item(
            name,
            <Input
              id={`corporation-${name}`}
              maxLength={limits[name]}
              aria-invalid={!!fields[name]}
              value={value[name] ?? ''}
              onChange={(event) => set({ [name]: event.target.value })}
            />,
            name === 'tenantName',
          ),
        )}
        {item(
          'timeZone',
          <Select
            id="corporation-timeZone"
            showSearch
            value={value.timeZone}
            onChange={(timeZone: string) => set({ timeZone })}
            options={Intl.supportedValuesOf('timeZone').map((zone) => ({
              value: zone,
              label: zone,
            }))}
          />,
          true,
        )}
        {item(
          'telemetryMonths',
          <Select
            id="corporation-telemetryMonths"
            value={value.telemetryMonths}
            onChange={(telemetryMonths: number) => set({ telemetryMonths })}
            options={monthsOf(card.telemetryMonths).map((count) => ({
              value: count,
              label: t('system:corporation.months', { count }),
            }))}
          />,
          true,
        )}
        {item(
          'alarmDays',
          <Select
            id="corporation-alarmDays"
            value={value.alarmDays}
            onChange={(alarmDays: number) => set({ alarmDays })}
            options={daysOf(card.alarmDays).map((count) => ({
              value: count,
              label: t('system:corporation.days', { count }),
            }))}
          />,
          true,
        )}
        {item(
          'secondFactorFlag',
          <Switch
            id="corporation-secondFactorFlag"
            checked={value.secondFactorFlag === 1}
            onChange={(isOn) => set({ secondFactorFlag: isOn ? 1 : 0 })}
          />,
        )}
        {pictures.map((name) =>
          item(
            name,
            <OneImage
              id={`corporation-${name}`}
              value={value[name]}
              onChange={(url) => set({ [name]: url })}
            />,
          ),
        )}
      </div>
      <Button type="primary" loading={isBusy} onClick={() => void save(version)}>
        {t('common:buttons.save')}
      </Button>{' '}
      <Button onClick={() => void mayLeave(t, pathname).then((isSure) => isSure && onClose())}>
        {t('common:buttons.cancel')}
      </Button>
    </Form>
  )
}
