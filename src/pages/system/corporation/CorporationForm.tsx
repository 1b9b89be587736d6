import { Button, Input, Select, Switch } from 'antd'
import { useState, type ReactElement } from 'react'
import {
  corporationBody,
  saveCorporation,
  type Corporation,
  getCorporation,
} from '#contract/account/tenant.ts'
import { formSentence } from '#contract/text-forms.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import OneImage from '#src/kit/fields/file/OneImage.tsx'
import { schemaOf } from '#src/kit/form/values/schema.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'
import { keepsOwn } from '#src/kit/form/draft/keeps-own.ts'
import { mayLeave, useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { useLocation } from 'react-router'
import { CardSection } from './CardSection.tsx'
import { SignInPreview } from './SignInPreview.tsx'
import { sections, type SectionField } from './sections.ts'
import './corporation.css'

/** What is written as text, as far as it may go. */
const limits = {
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
const required: ReadonlySet<SectionField> = new Set([
  'tenantName',
  'timeZone',
  'telemetryMonths',
  'alarmDays',
])
/** What the form asks for. */
const shownOf = (card: Corporation) =>
  Object.fromEntries(
    sections.flatMap(({ fields }) => fields.map((name) => [name, card[name]])),
  ) as Pick<Corporation, SectionField>
const isText = (name: SectionField): name is keyof typeof limits => name in limits
/** What is offered, with what is set already. */
const monthsOf = (set: number) =>
  [...new Set([3, 6, 12, 24, 36, 60, 120, set])].sort((a, b) => a - b)
const daysOf = (set: number) =>
  [...new Set([30, 90, 180, 365, 730, 1095, 1825, 3650, set])].sort((a, b) => a - b)

/** The card as a form: what is set for the whole tenant, and how its console looks. */
export function CorporationForm({ card, onClose }: { card: Corporation; onClose: () => void }) {
  const t = useLabels({ module: 'system' })
  const { pathname } = useLocation()
  const [version, setVersion] = useState(card.objectVersionNumber)
  const [value, setValue] = useState(() => shownOf(card))
  const clean = useUnsaved(
    Object.entries(value).some(
      ([name, now]) => (now ?? '') !== (card[name as keyof Corporation] ?? ''),
    ),
  )
  const set = (change: Partial<typeof value>) => setValue({ ...value, ...change })
  const saving = useCallMutation(saveCorporation, {
    said: t('kit:form.saved', { name: value.tenantName }),
    invalidates: [getCorporation],
    onDone: () => {
      clean()
      onClose()
    },
    onRefused: async (error) => {
      const conflict = await keepsOwn<Corporation>(t, error)
      if (!conflict) return
      setVersion(conflict.newer.objectVersionNumber)
      if (conflict.isOwn) await save(conflict.newer.objectVersionNumber)
    },
  })
  const save = (as: number) => {
    const emptied = Object.fromEntries(
      Object.entries(value).map(([name, now]) => [name, now === '' ? null : now]),
    )
    const parsed = schemaOf(corporationBody).safeParse({ ...emptied, objectVersionNumber: as })
    if (!parsed.success) {
      const wrong: Record<string, string> = {}
      for (const issue of parsed.error.issues) {
        const own: unknown = issue.code === 'custom' && issue.params?.code
        const code = typeof own === 'string' ? own : (formSentence(issue) ?? 'field.invalid')
        wrong[String(issue.path[0])] ??= t(
          value[issue.path[0] as 'address'] ? code : 'field.required',
          { ns: 'errors', keySeparator: false },
        )
      }
      return saving.setFields(wrong)
    }
    return saving.send(parsed.data)
  }
  const control = (name: SectionField): ReactElement => {
    if (isText(name))
      return name === 'description' ? (
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={limits[name]}
          value={value[name] ?? ''}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ) : (
        <Input
          maxLength={limits[name]}
          value={value[name] ?? ''}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )
    switch (name) {
      case 'timeZone':
        return (
          <Select
            showSearch
            value={value.timeZone}
            onChange={(timeZone: string) => set({ timeZone })}
            options={Intl.supportedValuesOf('timeZone').map((zone) => ({
              value: zone,
              label: zone,
            }))}
          />
        )
      case 'telemetryMonths':
        return (
          <Select
            value={value.telemetryMonths}
            onChange={(telemetryMonths: number) => set({ telemetryMonths })}
            options={monthsOf(card.telemetryMonths).map((count) => ({
              value: count,
              label: t('system:corporation.months', { count }),
            }))}
          />
        )
      case 'alarmDays':
        return (
          <Select
            value={value.alarmDays}
            onChange={(alarmDays: number) => set({ alarmDays })}
            options={daysOf(card.alarmDays).map((count) => ({
              value: count,
              label: t('system:corporation.days', { count }),
            }))}
          />
        )
      case 'secondFactorFlag':
        return (
          <Switch
            checked={value.secondFactorFlag === 1}
            onChange={(isOn) => set({ secondFactorFlag: isOn ? 1 : 0 })}
          />
        )
      default:
        return <OneImage value={value[name]} onChange={(url) => set({ [name]: url })} />
    }
  }
  return (
    <SendForm sending={saving}>
      <div className="corporation">
        {sections.map(({ name, fields }) => {
          const inputs = (
            <div className="corporation-fields">
              {fields.map((field) => (
                <FieldItem
                  key={field}
                  name={field}
                  label={t(`system:corporation.fields.${field}`)}
                  required={required.has(field)}
                >
                  {control(field)}
                </FieldItem>
              ))}
            </div>
          )
          return (
            <CardSection key={name} name={name}>
              {name === 'signIn' ? (
                <div className="corporation-split">
                  {inputs}
                  <SignInPreview face={value} caption={t('system:corporation.preview.entered')} />
                </div>
              ) : (
                inputs
              )}
            </CardSection>
          )
        })}
        <div className="corporation-buttons">
          <Button type="primary" loading={saving.isBusy} onClick={() => void save(version)}>
            {t('common:buttons.save')}
          </Button>
          <Button onClick={() => void mayLeave(t, pathname).then((isSure) => isSure && onClose())}>
            {t('common:buttons.cancel')}
          </Button>
        </div>
      </div>
    </SendForm>
  )
}
