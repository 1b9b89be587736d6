import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { identity, linkIdentity, unlinkIdentity } from '#contract/account/identity.ts'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/**
 * The account at a provider outside that opens this one too; nothing where the installation names
 * no provider.
 */
export function OutsideAccount() {
  const t = useLabels({ module: 'account' })
  const zone = useTimeZone()
  const outcome = new URLSearchParams(useLocation().search).get('identity')
  const { data } = useCall(identity, {}, { staleTime: 0 })
  const { send, ...sending } = useSend()
  const [password, setPassword] = useState<string>()
  const link = () =>
    send(linkIdentity, async () => ({ originalPassword: await encryptPassword(password ?? '') }), {
      onDone: (answer) => location.assign(answer.link),
    })
  const unlink = useCallAction(unlinkIdentity, {
    asks: () => ({
      title: t('account:outside.unlink'),
      body: data?.name,
      go: t('account:outside.unlink'),
      isDanger: true,
    }),
    invalidates: [identity],
  })
  if (!data?.name) return null
  const { name, linkedAt } = data
  return (
    <div style={{ maxWidth: 420, marginBlockStart: 32 }}>
      {(outcome === 'taken' || outcome === 'late') && (
        <Alert
          type="error"
          showIcon
          message={t(`account:outside.${outcome}`)}
          style={{ marginBlockEnd: 12 }}
        />
      )}
      <p>
        {linkedAt
          ? t('account:outside.linked', { name, at: momentOf(linkedAt, zone) })
          : t('account:outside.lead', { name })}
      </p>
      {linkedAt ? (
        <Button danger onClick={() => void unlink.send({})}>
          {t('account:outside.unlink')}
        </Button>
      ) : (
        <Button onClick={() => setPassword('')}>{t('account:outside.link', { name })}</Button>
      )}
      {password !== undefined && (
        <Dialog
          title={t('account:outside.link', { name })}
          okText={t('account:outside.link', { name })}
          sending={sending}
          isLacking={!password}
          onOk={link}
          onClose={() => setPassword(undefined)}
        >
          <FieldItem
            name="originalPassword"
            label={t('account:password.originalPassword')}
            required
          >
            <Input.Password
              autoFocus
              autoComplete="current-password"
              maxLength={64}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          </FieldItem>
        </Dialog>
      )}
    </div>
  )
}
