import { Alert, Button, Select, Switch } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { approvalProcessScreen } from '#contract/approval/process.ts'
import {
  auditSettings,
  auditSettingScreen,
  saveAuditSettings,
  type AuditSettings,
} from '#contract/approval/process-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { callKey, invalidateCall, queries } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useUnsaved } from '#src/kit/form/draft/unsaved.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import '#src/kit/form/form.css'
import './audit-setting.css'

const actions = ['edit']
const definition = { screen: auditSettingScreen, page: async () => ({ default: AuditSettingPage }) }

/** Which documents are approved, and by which flow. */
export default function AuditSettingPage() {
  const query = useCall(auditSettings, {}, { staleTime: 0 })
  if (query.error) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <ListSkeleton rows={8} />
  return <SettingForm key={JSON.stringify(query.data)} kept={query.data} />
}

function SettingForm({ kept }: { kept: AuditSettings }) {
  const t = useLabels({ module: 'approval' })
  const may = usePermissions(definition, actions)
  const { send, isBusy, problem, fields } = useCallMutation(saveAuditSettings, {
    said: t('approval:setting.saved'),
    onDone: (answer) => queries.setQueryData(callKey(auditSettings, {}), answer),
  })
  const [forms, setForms] = useState(kept.forms)
  const [ownApprovalFlag, setOwn] = useState(kept.ownApprovalFlag)
  const isChanged =
    ownApprovalFlag !== kept.ownApprovalFlag || JSON.stringify(forms) !== JSON.stringify(kept.forms)
  useUnsaved(isChanged)
  const isFixed = !may?.edit || isBusy
  const set = (formCode: string, to: Partial<AuditSettings['forms'][number]>) =>
    setForms(forms.map((one) => (one.formCode === formCode ? { ...one, ...to } : one)))
  const save = () =>
    send({
      ownApprovalFlag,
      objectVersionNumber: kept.objectVersionNumber,
      forms: forms.map(({ formCode, askedFlag, processId }) => ({
        formCode,
        askedFlag,
        processId,
      })),
    })
  // Nothing is shown closed that opens a moment later.
  if (!may) return <ListSkeleton rows={8} />
  return (
    <section className="audit-setting" aria-label={t('menus:screens.auditSetting')}>
      <p className="kit-nothing">{t('approval:setting.note')}</p>
      {problem && Object.keys(fields).length === 0 && (
        <Alert
          type="error"
          showIcon
          message={problem}
          className="kit-form-note"
          action={
            <Button size="small" onClick={() => void invalidateCall(auditSettings)}>
              {t('approval:setting.reload')}
            </Button>
          }
        />
      )}
      <ul>
        {forms.map((one) => {
          const name = t(`approval:forms.${one.formCode}`)
          const choices = kept.processes
            .filter(({ formCode }) => formCode === one.formCode)
            .map(({ id, name: label }) => ({ value: id, label }))
          const shown =
            one.processId !== null && !choices.some(({ value }) => value === one.processId)
              ? [
                  ...choices,
                  { value: one.processId, label: one.processName ?? `#${one.processId}` },
                ]
              : choices
          return (
            <li key={one.formCode}>
              <strong>{name}</strong>
              <Switch
                checked={one.askedFlag === 1}
                disabled={isFixed}
                aria-label={t('approval:setting.asked', { name })}
                onChange={(on) => set(one.formCode, { askedFlag: on ? 1 : 0 })}
              />
              <span className="audit-process">
                <Select
                  className="kit-full"
                  allowClear
                  showSearch
                  optionFilterProp="label"
                  aria-label={t('approval:setting.process', { name })}
                  placeholder={t('approval:setting.choose')}
                  disabled={isFixed || one.askedFlag === 0}
                  status={fields[one.formCode] ? 'error' : undefined}
                  value={one.processId ?? undefined}
                  onChange={(value: number | undefined) =>
                    set(one.formCode, { processId: value ?? null })
                  }
                  options={shown}
                  notFoundContent={
                    <Link to={`${approvalProcessScreen.route}/add`}>
                      {t('approval:setting.make')}
                    </Link>
                  }
                />
                {fields[one.formCode] && (
                  <span role="alert" className="kit-danger">
                    {fields[one.formCode]}
                  </span>
                )}
                {one.isBroken && !fields[one.formCode] && (
                  <StatusTag tone="bad">{t('approval:setting.broken')}</StatusTag>
                )}
              </span>
            </li>
          )
        })}
        <li>
          <strong>{t('approval:setting.own')}</strong>
          <Switch
            checked={ownApprovalFlag === 1}
            disabled={isFixed}
            aria-label={t('approval:setting.own')}
            onChange={(on) => setOwn(on ? 1 : 0)}
          />
          <span className="audit-process kit-nothing">{t('approval:setting.ownNote')}</span>
        </li>
      </ul>
      {may?.edit && (
        <div className="kit-form-buttons">
          <Button type="primary" loading={isBusy} disabled={!isChanged} onClick={() => void save()}>
            {t('common:buttons.save')}
          </Button>
        </div>
      )}
    </section>
  )
}
