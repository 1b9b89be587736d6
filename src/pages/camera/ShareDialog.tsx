import { Alert, Button, Input, QRCode, Typography } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import {
  cameraShares,
  mostShareDays,
  revokeCameraShare,
  saveCameraShare,
  type CameraShare,
} from '#contract/camera/share.ts'
import { sharedAddress } from '#contract/shared-links.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import { instantOf, momentOf } from '#src/kit/fields/date/day-text.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { toast } from '#src/ui/toast.ts'
import './share.css'

const width = 640
const usualDays = 7
const tones = { open: 'good', over: 'quiet', revoked: 'bad' } as const

/** Links to a camera: made, shown once, counted and taken back. */
export default function ShareDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'camera' })
  const zone = useTimeZone()
  const [title, setTitle] = useState(String(row.name))
  const [until, setUntil] = useState(() =>
    momentOf(dayjs().add(usualDays, 'day').toISOString(), zone).slice(0, 16).replace(' ', 'T'),
  )
  const [password, setPassword] = useState('')
  const [link, setLink] = useState<string | null>(null)
  const shares = useCall(cameraShares, { cameraId: row.id }, { refetchInterval: 10_000 })
  const making = useCallMutation(saveCameraShare, {
    invalidates: [cameraShares],
    onDone: ({ token }) => {
      setLink(location.origin + sharedAddress('camera', token))
      setPassword('')
    },
  })
  const save = () =>
    making.send({
      cameraId: row.id,
      title: title.trim(),
      expiresAt: instantOf(`${until.replace('T', ' ')}:00`, zone),
      ...(password && { password }),
    })
  return (
    <Dialog
      title={t('camera:share.title', { name: String(row.name) })}
      okText={t('camera:share.make')}
      width={width}
      sending={making}
      isLacking={!title.trim() || !until || (password !== '' && password.length < 4)}
      onOk={save}
      onClose={() => onClose(link !== null)}
    >
      <p className="share-lead">{t('camera:share.lead')}</p>
      <FieldItem name="title" label={t('camera:share.fields.title')} required>
        <Input value={title} maxLength={60} onChange={({ target }) => setTitle(target.value)} />
      </FieldItem>
      <FieldItem
        name="expiresAt"
        label={t('camera:share.fields.expiresAt')}
        required
        help={t('camera:share.most', { days: mostShareDays })}
      >
        <ClockPicker of="minute" id="expiresAt" value={until} onChange={setUntil} />
      </FieldItem>
      <FieldItem
        name="password"
        label={t('camera:share.fields.password')}
        help={t('camera:share.passwordHint')}
      >
        <Input.Password
          autoComplete="new-password"
          maxLength={40}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </FieldItem>
      {link && <MadeLink link={link} />}
      <h3 className="share-links-head">{t('camera:share.links')}</h3>
      {shares.error && <Alert type="error" showIcon message={shares.error.message} />}
      {shares.data?.length === 0 && <p className="share-lead">{t('camera:share.none')}</p>}
      <ul className="share-links">
        {shares.data?.map((share) => (
          <ShareLine key={share.id} share={share} />
        ))}
      </ul>
    </Dialog>
  )
}

/** Told this once: what is kept of it opens nothing. */
function MadeLink({ link }: { link: string }) {
  const t = useLabels({ module: 'camera' })
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast({ text: t('camera:share.copied'), tone: 'good' }),
      () => toast({ text: t('common:failed'), tone: 'bad' }),
    )
  return (
    <section className="share-made" aria-label={t('camera:share.made')}>
      <QRCode
        type="svg"
        size={144}
        bordered={false}
        value={link}
        aria-label={t('camera:share.picture')}
      />
      <div>
        <Alert type="warning" showIcon message={t('camera:share.once')} />
        <Typography.Link href={link} target="_blank">
          {link}
        </Typography.Link>
        <Button onClick={() => void copy()}>{t('camera:share.copy')}</Button>
      </div>
    </section>
  )
}

function ShareLine({ share }: { share: CameraShare }) {
  const t = useLabels({ module: 'camera' })
  const zone = useTimeZone()
  const revoke = useCallAction(revokeCameraShare, {
    asks: () => ({
      title: t('camera:share.revokeTitle', { title: share.title }),
      body: t('camera:share.revokeText'),
      go: t('camera:share.revoke'),
      isDanger: true,
    }),
    said: t('camera:share.revoked'),
    invalidates: [cameraShares],
  })
  const { state, watching, viewers, hasPassword } = share
  return (
    <li>
      <div>
        <strong>{share.title}</strong>
        <StatusTag tone={tones[state]}>{t(`camera:share.states.${state}`)}</StatusTag>{' '}
        {hasPassword && <StatusTag tone="quiet">{t('camera:share.withPassword')}</StatusTag>}
        <p>
          {t('camera:share.until', { at: momentOf(share.expiresAt, zone) })}
          {' · '}
          {t('camera:share.counted', { now: watching, all: viewers })}
          {share.createdByName && ` · ${share.createdByName}`}
        </p>
      </div>
      {state === 'open' && (
        <Button
          size="small"
          danger
          loading={revoke.isBusy}
          onClick={() => void revoke.send({ id: share.id })}
        >
          {t('camera:share.revoke')}
        </Button>
      )}
    </li>
  )
}
