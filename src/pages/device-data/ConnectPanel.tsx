import { Button } from 'antd'
import { useState } from 'react'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { deviceMessages, renewCredential, revokeCredential, showCredential } from '#contract/equipment/device-calls.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/refusal.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { toast } from '#src/ui/toast.ts'
import { publishLine } from './command-line.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

/** How the device signs in, and a line to try it with: it lights up when the first message after that has come. */
export function ConnectPanel({ row, type }: { row: DeviceRow; type: DeviceType }) {
  const t = useLabels({ module: 'equipment' })
  const { data, refetch } = useOfDevice(showCredential, row.id)
  const messages = useOfDevice(deviceMessages, row.id)
  const [fresh, setFresh] = useState<{ secret: string; after: number } | null>(null)
  if (!data) return null
  const newest = messages.data?.[0]?.id ?? 0
  const hasArrived = newest > (fresh?.after ?? 0)
  const change = async (title: string, body: string, work: () => Promise<unknown>) => {
    if (data.key !== null && !(await confirm({ title, body, go: title, isDanger: true }))) return
    await work().then(() => refetch(), (error: unknown) => toastRefusal(t, error))
  }
  const renew = () => change(t('equipment:deviceData.rotate'), t('equipment:deviceData.rotateBody'), async () => {
    const { secret } = await call(renewCredential, { id: row.id }, { quiet: true })
    setFresh({ secret, after: newest })
  })
  const revoke = () => change(t('equipment:deviceData.revoke'), t('equipment:deviceData.revokeBody'), async () => {
    await call(revokeCredential, { id: row.id }, { quiet: true })
    setFresh(null)
  })
  const line = data.key && data.mqttPort ? publishLine({ host: location.hostname, port: data.mqttPort, key: data.key, secret: fresh?.secret ?? null }, type, data.example) : null
  const copy = () => navigator.clipboard.writeText(line ?? '').then(() => toast({ text: t('equipment:deviceData.copied'), tone: 'good' }), () => toast({ text: t('common:failed'), tone: 'bad' }))
  return (
    <section className="device-connect" aria-label={t('equipment:deviceData.connect')}>
      <h3>{t('equipment:deviceData.connect')}</h3>
      <div className="device-connect-tools">
        <Button onClick={() => void renew()}>{t(data.key ? 'equipment:deviceData.rotate' : 'equipment:deviceData.issue')}</Button>
        {data.key && <Button danger onClick={() => void revoke()}>{t('equipment:deviceData.revoke')}</Button>}
        {line && <Button onClick={() => void copy()}>{t('equipment:deviceData.copy')}</Button>}
        {line && <StatusTag tone={hasArrived ? 'good' : 'quiet'}>{t(hasArrived ? 'equipment:deviceData.arrived' : 'equipment:deviceData.waiting')}</StatusTag>}
      </div>
      {fresh && <p className="device-secret">{t('equipment:deviceData.secretOnce')} <code className="kit-code">{fresh.secret}</code></p>}
      {!data.key && <p>{t('equipment:deviceData.noCredential')}</p>}
      {data.key && !data.mqttPort && <p>{t('equipment:deviceData.noBroker')}</p>}
      {line && <pre className={hasArrived ? 'device-line device-line-lit' : 'device-line'} tabIndex={0}>{line}</pre>}
    </section>
  )
}
