import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import 'cronstrue/locales/zh_CN'
import { intervalOf, nextInterval } from '#contract/automation/interval.ts'

interface CronWords {
  sentence: string
  next: Date[]
}

/** A timer in words, and its next moments on the zone's clock; null where it is none. */
export function wordsOf(
  pattern: string,
  language: string,
  zone: string,
  count: number,
): CronWords | null {
  try {
    const interval = intervalOf(pattern)
    if (interval) {
      const begin = new Cron(`${interval.from}:00`, { paused: true, timezone: zone }).nextRun(
        new Date(0),
      )
      if (!begin) return null
      const next: Date[] = []
      for (let at = Date.now(); next.length < count; at = next.at(-1)!.getTime())
        next.push(new Date(nextInterval(begin.getTime(), interval.minutes, at)))
      return { sentence: pattern, next }
    }
    const isOnce = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(pattern)
    if (!isOnce && pattern.trim().split(/\s+/).length !== 5) return null
    const next = new Cron(isOnce ? `${pattern}:00` : pattern, {
      mode: '5-part',
      paused: true,
      timezone: zone,
    }).nextRuns(count)
    const isChinese = language.startsWith('zh')
    return next.length === 0
      ? null
      : {
          sentence: isOnce
            ? pattern
            : cronstrue.toString(pattern, {
                locale: isChinese ? 'zh_CN' : 'en',
                use24HourTimeFormat: true,
                verbose: true,
              }),
          next,
        }
  } catch {
    return null
  }
}
