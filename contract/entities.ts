import type { Entity } from './entity.ts'
import { approvalProcess } from './approval/process.ts'
import { article, articleCategory } from './content/article.ts'
import { banner } from './content/banner.ts'
import { picture, pictureFolder } from './content/picture.ts'
import { publicityVideo } from './content/publicity-video.ts'
import { board } from './equipment/board.ts'
import { calculation } from './equipment/calculation.ts'
import { alarmContact } from './equipment/alarm-contact.ts'
import { alarmRule } from './equipment/alarm-rule.ts'
import { camera } from './equipment/camera.ts'
import { controlClass } from './equipment/control-class.ts'
import { controlRule } from './equipment/control-rule.ts'
import { controlRun } from './equipment/control-run.ts'
import { deviceCommand } from './equipment/command.ts'
import { equipment } from './equipment/by-type.ts'
import { device } from './equipment/device.ts'
import { deviceGroup } from './equipment/device-group.ts'
import { deviceOutage } from './equipment/outage.ts'
import { loraNetwork, payloadCodec } from './equipment/lora.ts'
import { simCard, simPlatform } from './equipment/sim.ts'
import { deviceSwitch } from './equipment/switch.ts'
import { area } from './farm/area.ts'
import { crop, variety } from './farm/crop.ts'
import { land } from './farm/land.ts'
import { farmStore } from './farm/store.ts'
import { taskType } from './farm/task-type.ts'
import { worker } from './farm/worker.ts'
import { agriculturalInput } from './inventory/agricultural-input.ts'
import { documentNumberRule } from './inventory/document-number-rule.ts'
import { doorShop } from './inventory/door-shop.ts'
import { stockLimit } from './inventory/stock-limit.ts'
import { documents, stockDocument } from './inventory/document.ts'
import { attribute } from './inventory/attribute.ts'
import { stockLot } from './inventory/lot.ts'
import { partner } from './inventory/partner.ts'
import { product } from './inventory/product.ts'
import { sku } from './inventory/sku.ts'
import { inputStock, stockBalance, stockMovement } from './inventory/stock.ts'
import { unit } from './inventory/unit.ts'
import { warehouse } from './inventory/warehouse.ts'
import { notice } from './message/notice.ts'
import { organization } from './system/organization.ts'
import { role } from './system/role.ts'
import { user } from './system/user.ts'

/** Every entity; the laws walk this list. */
export const entities: readonly Entity[] = [
  area,
  land,
  crop,
  variety,
  taskType,
  worker,
  farmStore,
  unit,
  attribute,
  partner,
  warehouse,
  product,
  agriculturalInput,
  sku,
  doorShop,
  stockLimit,
  documentNumberRule,
  stockDocument,
  ...Object.values(documents),
  stockBalance,
  inputStock,
  stockLot,
  stockMovement,
  approvalProcess,
  payloadCodec,
  loraNetwork,
  camera,
  device,
  ...equipment.map(({ entity }) => entity),
  deviceOutage,
  alarmRule,
  alarmContact,
  deviceSwitch,
  deviceCommand,
  simPlatform,
  simCard,
  board,
  calculation,
  controlClass,
  deviceGroup,
  controlRule,
  controlRun,
  notice,
  articleCategory,
  article,
  banner,
  publicityVideo,
  pictureFolder,
  picture,
  organization,
  role,
  user,
]
