import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { setPassword } from '#contract/account/self.ts'
import { isAccountPassword } from '#contract/account/sign-in.ts'
import { call } from '#src/api/call.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

const empty = { originalPassword: '', password: '', again: '' }
type Name = keyof typeof empty
const names = Object.keys(empty) as Name[]

/** A new password; the other sessions end with the old one. */
export function PasswordForm() {
  const t = useLabels({ module: 'account' })
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [value, setValue] = useState(empty)
  const save = async () => {
    const wrong: Partial<Record<Name, string>> = {}
    for (const name of names)
      if (!value[name]) wrong[name] = t('field.required', { ns: 'errors', keySeparator: false })
    if (value.password && !isAccountPassword(value.password))
      wrong.password = t('account:password.rule')
    if (value.again && value.again !== value.password) wrong.again = t('account:password.differs')
    if (Object.keys(wrong).length) return setFields(wrong as Record<string, string>)
    const isDone = await run(async () => {
      const [password, originalPassword] = [
        await encryptPassword(value.password),
        await encryptPassword(value.originalPassword),
      ]
      await call(setPassword, { password, originalPassword }, { quiet: true })
    })
    if (!isDone) return
    setValue(empty)
    toast({ text: t('account:password.saved'), tone: 'good' })
  }
  return (
    <Form component={false} layout="vertical">
      <div style={{ maxWidth: 420 }}>
        {problem && Object.keys(fields).length === 0 && (
          <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />
        )}
        {names.map((name) => (
          <Form.Item
            key={name}
            label={t(`account:password.${name}`)}
            htmlFor={`password-${name}`}
            required
            validateStatus={fields[name] ? 'error' : undefined}
            help={fields[name] ?? (name === 'password' ? t('account:password.rule') : undefined)}
          >
            <Input.Password
              id={`password-${name}`}
              maxLength={20}
              autoComplete={name === 'originalPassword' ? 'current-password' : 'new-password'}
              aria-invalid={!!fields[name]}
              value={value[name]}
              onChange={(event) => setValue({ ...value, [name]: event.target.value })}
              onPressEnter={() => void save()}
            />
          </Form.Item>
        ))}
        <Button type="primary" loading={isBusy} onClick={() => void save()}>
          {t('common:buttons.save')}
        </Button>
      </div>
    </Form>
  )
}
