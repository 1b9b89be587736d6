import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { setAvatar, setRealName } from '#contract/account/self.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import OneImage from '#src/kit/fields/file/OneImage.tsx'
import { ListSkeleton } from '#src/kit/app/ListState.tsx'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'
import { PhoneDialog } from './PhoneDialog.tsx'
import { useRefreshIdentity } from './use-refresh-identity.ts'

const longest = 40

/** Name and picture, as everyone in the tenant sees them. */
export function ProfileForm() {
  const t = useLabels({ module: 'account' })
  const self = useIdentity()
  const refresh = useRefreshIdentity()
  const { send, setFields, ...sending } = useSend()
  const [name, setName] = useState<string>()
  const [isPhone, setIsPhone] = useState(false)
  if (!self) return <ListSkeleton rows={4} />
  const realName = name ?? self.realName
  const done = { said: t('account:profile.saved'), onDone: refresh }
  const save = () => {
    if (!realName.trim())
      return setFields({ realName: t('field.required', { ns: 'errors', keySeparator: false }) })
    return send(setRealName, { realName: realName.trim() }, done)
  }
  return (
    <SendForm sending={sending}>
      <div style={{ maxWidth: 420 }}>
        <Form.Item label={t('account:profile.avatar')} htmlFor="profile-avatar">
          <OneImage
            id="profile-avatar"
            value={self.imageUrl}
            onChange={(avatar) => void (avatar && send(setAvatar, { avatar }, done))}
          />
        </Form.Item>
        <Form.Item label={t('account:profile.loginName')} htmlFor="profile-login">
          <Input id="profile-login" readOnly value={self.loginName} />
        </Form.Item>
        <FieldItem name="realName" label={t('account:profile.realName')} required>
          <Input
            maxLength={longest}
            showCount
            value={realName}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={(event) => {
              if (!event.nativeEvent.isComposing) void save()
            }}
          />
        </FieldItem>
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
          loading={sending.isBusy}
          disabled={realName === self.realName}
          onClick={() => void save()}
        >
          {t('common:buttons.save')}
        </Button>
      </div>
    </SendForm>
  )
}
