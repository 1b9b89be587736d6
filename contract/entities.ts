import type { Entity } from './entity.ts'
import { area } from './farm/area.ts'
import { land } from './farm/land.ts'
import { unit } from './inventory/unit.ts'
import { notice } from './message/notice.ts'
import { organization } from './system/organization.ts'
import { role } from './system/role.ts'
import { user } from './system/user.ts'

/** Every entity; the laws walk this list. */
export const entities: readonly Entity[] = [area, land, unit, notice, organization, role, user]
