import { Alert, Button, Form, Input, Modal, QRCode, Typography } from 'antd'
import { useState } from 'react'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  secondFactor,
} from '#contract/account/second-factor.ts'
import { call } from '#src/api/call.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { toast } from '#src/ui/toast.ts'
import { useRefreshIdentity } from './use-refresh-identity.ts'

type Step = { at: 'key'; setupKey: string; link: string } | { at: 'recovery'; codes: string[] }

/**
 * Two-step sign-in of one's own: an authenticator beside the password, and codes for the day it is
 * lost.
 */
export function SecondFactor() {
  const t = useLabels({ module: 'account' })
  const refresh = useRefreshIdentity()
  const state = useCall(secondFactor, {}, { staleTime: 0 })
  const { run, isBusy, problem, fields } = useSubmit()
  const [value, setValue] = useState({ originalPassword: '', otp: '' })
  const [step, setStep] = useState<Step>()
  if (state.error) return <LoadFailed error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data) return <ListSkeleton rows={3} />
  const { isOn, isRequired, recoveryLeft } = state.data
  const password = async () => encryptPassword(value.originalPassword)
  const look = async () => {
    await invalidateCall(secondFactor)
    await refresh()
  }
  const begin = () =>
    run(async () => {
      const { setupKey, link } = await call(
        beginSecondFactor,
        { originalPassword: await password() },
        { quiet: true },
      )
      setValue({ originalPassword: '', otp: '' })
      setStep({ at: 'key', setupKey, link })
    })
  const confirm = () =>
    run(async () => {
      const { recoveryCodes } = await call(confirmSecondFactor, { otp: value.otp }, { quiet: true })
      setValue({ originalPassword: '', otp: '' })
      setStep({ at: 'recovery', codes: recoveryCodes })
      await look()
    })
  const end = () =>
    run(async () => {
      await call(
        endSecondFactor,
        { originalPassword: await password(), otp: value.otp },
        { quiet: true },
      )
      setValue({ originalPassword: '', otp: '' })
      toast({ text: t('account:factor.ended'), tone: 'good' })
      await look()
    })
  const passwordItem = (
    <Form.Item
      label={t('account:password.originalPassword')}
      htmlFor="factor-password"
      required
      validateStatus={fields.originalPassword ? 'error' : undefined}
      help={fields.originalPassword}
    >
      <Input.Password
        id="factor-password"
        autoComplete="current-password"
        maxLength={64}
        value={value.originalPassword}
        onChange={(event) => setValue({ ...value, originalPassword: event.target.value })}
      />
    </Form.Item>
  )
  const otpItem = (
    <Form.Item
      label={t('account:factor.otp')}
      htmlFor="factor-otp"
      required
      validateStatus={fields.otp ? 'error' : undefined}
      help={fields.otp}
    >
      <Input
        id="factor-otp"
        autoComplete="one-time-code"
        maxLength={20}
        value={value.otp}
        onChange={(event) => setValue({ ...value, otp: event.target.value })}
      />
    </Form.Item>
  )
  const refusal = problem && Object.keys(fields).length === 0 && (
    <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />
  )
  return (
    <Form component={false} layout="vertical">
      <div style={{ maxWidth: 420 }}>
        {isRequired && !isOn && (
          <Alert
            type="warning"
            showIcon
            message={t('account:factor.required')}
            style={{ marginBlockEnd: 12 }}
          />
        )}
        <p>
          <StatusTag tone={isOn ? 'good' : 'quiet'}>
            {t(isOn ? 'account:factor.on' : 'account:factor.off')}
          </StatusTag>{' '}
          {isOn && t('account:factor.left', { count: recoveryLeft })}
        </p>
        <p>{t('account:factor.lead')}</p>
        {!step && refusal}
        {!isOn && (
          <>
            {!step && passwordItem}
            <Button
              type="primary"
              loading={isBusy}
              disabled={!value.originalPassword}
              onClick={() => void begin()}
            >
              {t('account:factor.begin')}
            </Button>
          </>
        )}
        {isOn && !isRequired && (
          <>
            {passwordItem}
            {otpItem}
            <Button
              danger
              loading={isBusy}
              disabled={!value.originalPassword || !value.otp}
              onClick={() => void end()}
            >
              {t('account:factor.end')}
            </Button>
          </>
        )}
      </div>
      <Modal
        open={step !== undefined}
        width={460}
        transitionName=""
        maskTransitionName=""
        maskClosable={false}
        title={t(step?.at === 'recovery' ? 'account:factor.recovery' : 'account:factor.begin')}
        okText={t(step?.at === 'recovery' ? 'account:factor.kept' : 'account:factor.confirm')}
        cancelText={t('common:buttons.cancel')}
        confirmLoading={isBusy}
        cancelButtonProps={step?.at === 'recovery' ? { style: { display: 'none' } } : {}}
        onOk={() => (step?.at === 'recovery' ? setStep(undefined) : void confirm())}
        onCancel={() => setStep(undefined)}
      >
        {step?.at === 'key' && (
          <Form component={false} layout="vertical">
            {refusal}
            <p>{t('account:factor.scan')}</p>
            <div className="kit-issued">
              <QRCode
                type="svg"
                size={160}
                bordered={false}
                value={step.link}
                aria-label={t('account:factor.picture')}
              />
              <Typography.Text className="kit-issued-link" copyable>
                {step.setupKey}
              </Typography.Text>
            </div>
            {otpItem}
          </Form>
        )}
        {step?.at === 'recovery' && (
          <>
            <Alert
              type="warning"
              showIcon
              message={t('account:factor.once')}
              style={{ marginBlockEnd: 12 }}
            />
            <Typography.Paragraph copyable={{ text: step.codes.join('\n') }}>
              <span className="recovery">
                {step.codes.map((code) => (
                  <code key={code}>{code}</code>
                ))}
              </span>
            </Typography.Paragraph>
          </>
        )}
      </Modal>
    </Form>
  )
}
