import { Alert, Button, Input, QRCode, Typography } from 'antd'
import { useState } from 'react'
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  secondFactor,
} from '#contract/account/second-factor.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
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
  const { send, ...sending } = useSend()
  const [value, setValue] = useState({ originalPassword: '', otp: '' })
  const [step, setStep] = useState<Step>()
  if (state.error) return <LoadFailed error={state.error} onRetry={() => void state.refetch()} />
  if (!state.data) return <ListSkeleton rows={3} />
  const { isOn, isRequired, recoveryLeft } = state.data
  const password = async () => encryptPassword(value.originalPassword)
  const invalidates = [secondFactor]
  const showStep = (next?: Step) => {
    setValue({ originalPassword: '', otp: '' })
    setStep(next)
  }
  const begin = () =>
    send(beginSecondFactor, async () => ({ originalPassword: await password() }), {
      onDone: ({ setupKey, link }) => showStep({ at: 'key', setupKey, link }),
    })
  const confirm = () =>
    send(
      confirmSecondFactor,
      { otp: value.otp },
      {
        invalidates,
        onDone: ({ recoveryCodes }) => {
          showStep({ at: 'recovery', codes: recoveryCodes })
          return refresh()
        },
      },
    )
  const end = () =>
    send(endSecondFactor, async () => ({ originalPassword: await password(), otp: value.otp }), {
      invalidates,
      said: t('account:factor.ended'),
      onDone: () => {
        showStep()
        return refresh()
      },
    })
  const passwordItem = (
    <FieldItem name="originalPassword" label={t('account:password.originalPassword')} required>
      <Input.Password
        autoComplete="current-password"
        maxLength={64}
        value={value.originalPassword}
        onChange={(event) => setValue({ ...value, originalPassword: event.target.value })}
      />
    </FieldItem>
  )
  const otpItem = (
    <FieldItem name="otp" label={t('account:factor.otp')} required>
      <Input
        autoComplete="one-time-code"
        maxLength={20}
        value={value.otp}
        onChange={(event) => setValue({ ...value, otp: event.target.value })}
      />
    </FieldItem>
  )
  return (
    <>
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
        {!isOn && !step && <SendForm sending={sending}>{passwordItem}</SendForm>}
        {!isOn && (
          <Button
            type="primary"
            loading={sending.isBusy}
            disabled={!value.originalPassword}
            onClick={() => void begin()}
          >
            {t('account:factor.begin')}
          </Button>
        )}
        {isOn && !isRequired && (
          <SendForm sending={sending}>
            {passwordItem}
            {otpItem}
            <Button
              danger
              loading={sending.isBusy}
              disabled={!value.originalPassword || !value.otp}
              onClick={() => void end()}
            >
              {t('account:factor.end')}
            </Button>
          </SendForm>
        )}
      </div>
      {step && (
        <Dialog
          width={460}
          maskClosable={false}
          title={t(step.at === 'recovery' ? 'account:factor.recovery' : 'account:factor.begin')}
          okText={t(step.at === 'recovery' ? 'account:factor.kept' : 'account:factor.confirm')}
          sending={sending}
          isDone={step.at === 'recovery'}
          onOk={() => (step.at === 'recovery' ? setStep(undefined) : confirm())}
          onClose={() => setStep(undefined)}
        >
          {step.at === 'key' && (
            <>
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
            </>
          )}
          {step.at === 'recovery' && (
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
        </Dialog>
      )}
    </>
  )
}
