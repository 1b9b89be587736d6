import { team } from '#contract/work/team.ts'
import { crud } from '#server/http/crud.ts'
import type { Services } from '#server/services/services.ts'

/** Teams as records: nobody is in one twice. */
export function serveTeams(app: Services): void {
  crud(app, team, {
    prepare: async (values) => ({
      ...values,
      ...(Array.isArray(values.memberIds) && { memberIds: [...new Set(values.memberIds)] }),
    }),
  })
}
