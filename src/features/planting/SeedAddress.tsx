import { Button, QRCode, Typography } from 'antd'
import { seed, seedPage } from '#contract/planting/seed.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import type { ShowFooterProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'
import './seed-address.css'

/** Where visitors read of a seed, to be copied or scanned; what to do where it is not public. */
export default function SeedAddress({ row }: ShowFooterProps) {
  const t = useLabels(seed)
  const tenant = useIdentity()?.tenantId
  if (!tenant) return null
  if (row.publicFlag !== 1) return <p className="seed-address">{t('planting:seed.notPublic')}</p>
  const address = location.origin + seedPage(tenant, row.id)
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => toast({ text: t('planting:seed.copied'), tone: 'good' }),
      () => toast({ text: t('common:failed'), tone: 'bad' }),
    )
  return (
    <section className="seed-address" aria-label={t('planting:seed.page')}>
      <h3>{t('planting:seed.page')}</h3>
      <QRCode
        type="svg"
        size={144}
        bordered={false}
        value={address}
        aria-label={t('planting:seed.picture')}
      />
      <Typography.Link href={address} target="_blank">
        {address}
      </Typography.Link>
      <Button onClick={() => void copy()}>{t('planting:seed.copy')}</Button>
    </section>
  )
}
