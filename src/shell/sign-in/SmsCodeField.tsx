import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sendPhoneCaptcha } from '#src/api/public-calls.ts'
import type { AccountPurpose } from '#contract/account/sign-in.ts'
import { ApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { Field, type FieldProps } from './Field.tsx'
import * as rules from './rules.ts'
import type { Issue } from './rules.ts'
import { useCountdown } from './use-countdown.ts'
import styles from './form.module.css'

// Seconds until another code may be asked for.
const resendSeconds = 60

interface SmsCodeFieldProps extends Omit<FieldProps, 'label' | 'after'> {
  phone: string
  purpose: AccountPurpose
  onPhoneIssue: (issue: Issue) => void
  onSent: (captchaKey: string) => void
  onRefused: (error: unknown) => void
}

/** The code from the text message, with the button that sends it and its countdown from 60 to 0. */
export function SmsCodeField({
  phone,
  purpose,
  onPhoneIssue,
  onSent,
  onRefused,
  ...field
}: SmsCodeFieldProps) {
  const { t } = useTranslation('sign-in')
  const [left, start] = useCountdown()
  const [isSending, setIsSending] = useState(false)
  const [sentTo, setSentTo] = useState('')
  const [isKept, setKept] = useState(false)

  async function send(): Promise<void> {
    const issue = rules.phone(phone)
    if (issue) return onPhoneIssue(issue)
    const number = rules.tidy(phone)
    setIsSending(true)
    try {
      const answer = await call(sendPhoneCaptcha, { phone: number, purpose }, { quiet: true })
      if (answer.success && answer.captchaKey) {
        start(resendSeconds)
        setSentTo(number)
        setKept(answer.via === 'outbox')
        onSent(answer.captchaKey)
      } else {
        if (answer.interval > 0) start(Math.min(answer.interval, resendSeconds))
        onRefused(new ApiError(422, { code: answer.code, message: answer.message }))
      }
    } catch (error) {
      onRefused(error)
    } finally {
      setIsSending(false)
    }
  }

  const label =
    left > 0 ? t('smsCode.wait', { seconds: left }) : t(sentTo ? 'smsCode.resend' : 'smsCode.send')
  return (
    <Field
      {...field}
      label={t('smsCode.label')}
      hint={
        sentTo &&
        t(isKept ? 'smsCode.kept' : 'smsCode.sentTo', {
          phone: sentTo.replace(/^(\d{3})\d{5}/, '$1*****'),
        })
      }
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={8}
      after={
        <button
          type="button"
          className={styles.send}
          disabled={left > 0 || isSending}
          onClick={() => void send()}
        >
          {label}
        </button>
      }
    />
  )
}
