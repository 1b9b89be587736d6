import type { CommandOrigin } from '#contract/command/command.ts'
import type { Orderer } from '#server/modules/command/engine/order.ts'
import type { SignedIn } from '#server/http/context.ts'

/** Whoever makes a call, as the one who orders. */
export const commandActor = (
  origin: CommandOrigin,
  { actor, address, requestId }: SignedIn,
): Orderer => ({
  origin,
  accountId: actor.accountId,
  personName: actor.realName,
  address,
  requestId,
})
