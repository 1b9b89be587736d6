import { domain } from '../domain.ts'
import { alarmScreen } from './alarm-calls.ts'
import { alarmContact, alarmContactScreen } from './alarm-contact.ts'
import { alarmRule, alarmRuleScreen } from './alarm-rule.ts'
import { board, boardScreen } from './board.ts'
import { devicesByType, lora } from './by-type.ts'
import { calculation, calculationScreen } from './calculation.ts'
import { camera, cameraManagerScreen } from './camera.ts'
import { controlLogScreen, deviceCommand } from './command.ts'
import { controlClass, controlClassScreen } from './control-class.ts'
import { controlRule, controlRuleScreen } from './control-rule.ts'
import { controlRun, controlRunScreen } from './control-run.ts'
import { device, deviceManagerScreen } from './device.ts'
import { deviceGroup, deviceGroupScreen } from './device-group.ts'
import { exploreScreen } from './explore-calls.ts'
import { loraNetwork, loraNetworkScreen, payloadCodec, payloadCodecScreen } from './lora.ts'
import { deviceOutage, onlineLogScreen } from './outage.ts'
import { simCard, simPlatform, simPlatformScreen, simScreen } from './sim.ts'
import { simulatedFarmScreen } from './simulated-farm.ts'
import { deviceSwitch } from './switch.ts'

/** Devices, alarms, rules, LoRaWAN, SIM cards. */
export const equipment = domain('equipment', {
  entities: [
    payloadCodec,
    loraNetwork,
    camera,
    device,
    ...devicesByType.map(({ entity }) => entity),
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
  ],
  screens: [
    boardScreen,
    exploreScreen,
    calculationScreen,
    ...devicesByType.map((one) => one.screen),
    lora.screen,
    alarmScreen,
    alarmRuleScreen,
    alarmContactScreen,
    loraNetworkScreen,
    payloadCodecScreen,
    controlRuleScreen,
    controlClassScreen,
    deviceGroupScreen,
    controlRunScreen,
    controlLogScreen,
    onlineLogScreen,
    deviceManagerScreen,
    cameraManagerScreen,
    simScreen,
    simPlatformScreen,
    simulatedFarmScreen,
  ],
})
