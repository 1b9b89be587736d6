import { Button, Input } from 'antd'
import { useState } from 'react'
import { setPassword } from '#contract/account/self.ts'
import { isAccountPassword } from '#contract/account/sign-in.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'

const empty = { originalPassword: '', password: '', again: '' }
type Name = keyof typeof empty
const names = Object.keys(empty) as Name[]

/** A new password; the other sessions end with the old one. */
export function PasswordForm() {
  const t = useLabels({ module: 'account' })
  const [value, setValue] = useState(empty)
  const { send, setFields, ...sending } = useCallMutation(setPassword, {
    said: t('account:password.saved'),
    onDone: () => setValue(empty),
  })
  const save = () => {
    const wrong: Partial<Record<Name, string>> = {}
    for (const name of names)
      if (!value[name]) wrong[name] = t('field.required', { ns: 'errors', keySeparator: false })
    if (value.password && !isAccountPassword(value.password))
      wrong.password = t('account:password.rule')
    if (value.again && value.again !== value.password) wrong.again = t('account:password.differs')
    if (Object.keys(wrong).length) return setFields(wrong as Record<string, string>)
    return send(async () => ({
      password: await encryptPassword(value.password),
      originalPassword: await encryptPassword(value.originalPassword),
    }))
  }
  return (
    <SendForm sending={sending}>
      <div style={{ maxWidth: 420 }}>
        {names.map((name) => (
          <FieldItem
            key={name}
            name={name}
            label={t(`account:password.${name}`)}
            required
            help={name === 'password' && t('account:password.rule')}
          >
            <Input.Password
              maxLength={name === 'originalPassword' ? undefined : 20}
              autoComplete={name === 'originalPassword' ? 'current-password' : 'new-password'}
              value={value[name]}
              onChange={(event) => setValue({ ...value, [name]: event.target.value })}
              onPressEnter={() => void save()}
            />
          </FieldItem>
        ))}
        <Button type="primary" loading={sending.isBusy} onClick={() => void save()}>
          {t('common:buttons.save')}
        </Button>
      </div>
    </SendForm>
  )
}
