import { account } from './modules/account/index.ts'
import { approval } from './modules/approval/index.ts'
import { content } from './modules/content/index.ts'
import { equipment } from './modules/equipment/index.ts'
import { farm } from './modules/farm/index.ts'
import { file } from './modules/file/index.ts'
import { imports } from './modules/import/index.ts'
import { inventory } from './modules/inventory/index.ts'
import { message } from './modules/message/index.ts'
import { platform } from './modules/platform/index.ts'
import { system } from './modules/system/index.ts'
import type { ServerDomain } from './services/domain.ts'

/** Every domain of the server: served and started in this order, stopped the other way round. */
export const domains: readonly ServerDomain[] = [
  account,
  system,
  farm,
  inventory,
  approval,
  equipment,
  message,
  content,
  file,
  platform,
  imports,
]
