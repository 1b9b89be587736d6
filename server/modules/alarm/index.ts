import type { ServerDomain } from '#server/services/domain.ts'
import { alarmInbox } from './alarm.ts'
import { alarmContacts } from './alarm-contact.ts'
import { alarmRules } from './alarm-rule.ts'
import { alarmBrief } from './brief.ts'
import { alarmFeed } from './home.ts'

export const alarm: ServerDomain = {
  name: 'alarm',
  serve(app) {
    alarmRules(app)
    alarmContacts(app)
    alarmInbox(app)
    app.homeFeeds.push(alarmFeed)
    app.briefs.push(alarmBrief)
  },
  async start({ alarms, ingestQueue }) {
    await alarms.start()
    ingestQueue.onStored((tenant, messages) => alarms.stored(tenant, messages))
    return () => alarms.stop()
  },
}
