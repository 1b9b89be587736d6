import { Form } from 'antd'
import { payloadCodec } from '#contract/connectivity/lora.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { CodecTrial } from './CodecTrial.tsx'

/** Under the form of a codec: trying it with bytes before it is saved. */
export default function CodecBeneath({ value }: FormFooterProps) {
  const t = useLabels(payloadCodec)
  return (
    <section className="lora-trial" aria-label={t('equipment:payloadCodec.actions.try')}>
      <h4>{t('equipment:payloadCodec.actions.try')}</h4>
      <Form component={false} layout="vertical">
        <CodecTrial script={typeof value.script === 'string' ? value.script : ''} />
      </Form>
    </section>
  )
}
