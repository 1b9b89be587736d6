import { Button, Input } from 'antd'
import { useLabels } from '#src/kit/use-labels.ts'
import { momentOf } from '#src/kit/fields/day-text.ts'
import { useTimeZone } from '#src/kit/use-identity.ts'
import { useCron } from './use-cron.ts'

const usual = { daily: '0 6 * * *', twice: '0 6,18 * * *', hourly: '0 */2 * * *', workdays: '30 7 * * 1-5', weekly: '0 8 * * 1' } as const
const shown = 5

/** Five fields of a timer, said in words while they are typed, with the moments that come next. */
export function CronField({ id, value, disabled, onChange }: { id: string; value: string; disabled?: boolean | undefined; onChange: (value: string) => void }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const words = useCron(value, shown)
  return (
    <div className="rule-cron">
      <Input
        id={id} className="rule-cron-text" value={value} disabled={disabled} spellCheck={false} autoComplete="off" placeholder="0 6 * * *" aria-label={t('equipment:controlRule.lines.triggers.cron')}
        aria-describedby={`${id}words`} aria-invalid={words === null || undefined} status={words === null ? 'error' : undefined} onChange={(event) => onChange(event.target.value)}
      />
      <span className="rule-cron-usual">
        {Object.entries(usual).map(([name, cron]) => <Button key={name} size="small" type="text" disabled={disabled} onClick={() => onChange(cron)}>{t(`equipment:ruleEditor.usual.${name}`)}</Button>)}
      </span>
      <div id={`${id}words`} role="status" className="rule-cron-words">
        {words === null && <p>{t('equipment:ruleEditor.noCron')}</p>}
        {words && <><p><strong>{words.sentence}</strong> · {t('equipment:ruleEditor.zone', { zone })}</p><p>{t('equipment:ruleEditor.next')}</p><ol>{words.next.map((at) => <li key={at.getTime()}>{momentOf(at.toISOString(), zone).slice(0, 16)}</li>)}</ol></>}
      </div>
    </div>
  )
}
