import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccountPurpose } from '#contract/account/sign-in.ts'
import { Field } from './Field.tsx'
import * as rules from './rules.ts'
import { SmsCodeField } from './SmsCodeField.tsx'
import type { useForm } from './use-form.ts'
import type { RefusalState } from './use-refusal.ts'

type Name = 'phone' | 'captcha'
type Form = Pick<ReturnType<typeof useForm<Name>>, 'values' | 'set' | 'show' | 'bind'>

/** A phone and the code that was sent to it: their rules, what is sent of them, their two fields. */
export function usePhoneCode(
  { values, set, show, bind }: Form,
  refusal: RefusalState,
  purpose: AccountPurpose,
) {
  const { t } = useTranslation('sign-in')
  const [sent, setSent] = useState({ phone: '', captchaKey: '' })
  const phone = rules.tidy(values.phone)
  return {
    checks: {
      phone: rules.phone,
      captcha: rules.smsCode(sent.captchaKey !== '' && sent.phone === phone),
    },
    phone,
    code: { captcha: rules.tidy(values.captcha), captchaKey: sent.captchaKey },
    fields: (look: { required?: true; autoFocus?: true }) => (
      <>
        <Field
          {...bind('phone')}
          label={t('phone.label')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={16}
          {...look}
        />
        <SmsCodeField
          {...bind('captcha')}
          phone={values.phone}
          purpose={purpose}
          onPhoneIssue={(issue) => show({ phone: issue })}
          onSent={(captchaKey) => {
            refusal.clear()
            set('captcha', '')
            setSent({ phone, captchaKey })
          }}
          onRefused={refusal.show}
          required={look.required}
        />
      </>
    ),
  }
}
