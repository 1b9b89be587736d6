import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { setAvatar, setRealName } from '#contract/account/self.ts'
import { call } from '#src/api/call.ts'
import OneImage from '#src/kit/fields/file/OneImage.tsx'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import { PhoneDialog } from './PhoneDialog.tsx'
import { useRefreshIdentity } from './use-refresh-identity.ts'

const longest = 40

/** Name and picture, as everyone in the tenant sees them. */
export function ProfileForm() {
  const t = useLabels({ module: 'account' })
  const self = useIdentity()
  const refresh = useRefreshIdentity()
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [name, setName] = useState<string>()
  const [isPhone, setIsPhone] = useState(false)
  if (!self) return <ListSkeleton rows={4} />
  const realName = name ?? self.realName
  const told = () => toast({ text: t('account:profile.saved'), tone: 'good' })
  const save = async () => {
    if (!realName.trim())
      return setFields({ realName: t('field.required', { ns: 'errors', keySeparator: false }) })
    const isDone = await run(async () => {
      await call(setRealName, { realName: realName.trim() }, { quiet: true })
      await refresh()
    })
    if (isDone) told()
  }
  const keepPicture = async (avatar: string | null) => {
    if (!avatar) return
    const isDone = await run(async () => {
      await call(setAvatar, { avatar }, { quiet: true })
      await refresh()
    })
    if (isDone) told()
  }
  return (
    <Form component={false} layout="vertical">
      <div style={{ maxWidth: 420 }}>
        {problem && Object.keys(fields).length === 0 && (
          <Alert type="error" showIcon message={problem} style={{ marginBlockEnd: 12 }} />
        )}
        <Form.Item label={t('account:profile.avatar')} htmlFor="profile-avatar">
          <OneImage
            id="profile-avatar"
            value={self.imageUrl}
            onChange={(url) => void keepPicture(url)}
          />
        </Form.Item>
        <Form.Item label={t('account:profile.loginName')} htmlFor="profile-login">
          <Input id="profile-login" readOnly value={self.loginName} />
        </Form.Item>
        <Form.Item
          label={t('account:profile.realName')}
          htmlFor="profile-name"
          required
          validateStatus={fields.realName ? 'error' : undefined}
          help={fields.realName}
        >
          <Input
            id="profile-name"
            maxLength={longest}
            showCount
            value={realName}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={(event) => {
              if (!event.nativeEvent.isComposing) void save()
            }}
          />
        </Form.Item>
        <Form.Item label={t('account:profile.phone')} htmlFor="profile-phone">
          <Input
            id="profile-phone"
            readOnly
            value={self.phone ?? '–'}
            suffix={
              <Button type="link" size="small" onClick={() => setIsPhone(true)}>
                {t('account:profile.changePhone')}
              </Button>
            }
          />
        </Form.Item>
        <Form.Item label={t('account:profile.tenant')} htmlFor="profile-tenant">
          <Input id="profile-tenant" readOnly value={self.tenantName || '–'} />
        </Form.Item>
        {isPhone && (
          <PhoneDialog
            onClose={(isChanged) => {
              setIsPhone(false)
              if (isChanged) void refresh()
            }}
          />
        )}
        <Button
          type="primary"
          loading={isBusy}
          disabled={realName === self.realName}
          onClick={() => void save()}
        >
          {t('common:buttons.save')}
        </Button>
      </div>
    </Form>
  )
}
