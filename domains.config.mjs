/** Whose contract a domain's contract may use, besides its own. */
export const contractUses = {
  account: ['farm'],
  alarm: ['automation', 'command', 'devices', 'equipment', 'message'],
  approval: [],
  automation: ['command', 'devices', 'equipment'],
  board: ['telemetry'],
  camera: ['alarm', 'devices', 'equipment'],
  command: ['devices', 'equipment', 'platform'],
  connectivity: ['alarm', 'devices', 'equipment'],
  content: [],
  devices: [],
  equipment: ['command', 'devices', 'platform', 'telemetry'],
  farm: ['devices', 'inventory'],
  file: [],
  guide: ['account', 'equipment', 'farm', 'inventory', 'system', 'work'],
  home: [
    'alarm',
    'approval',
    'devices',
    'equipment',
    'farm',
    'guide',
    'inventory',
    'map',
    'planting',
    'system',
    'telemetry',
    'work',
  ],
  inventory: ['approval', 'farm', 'platform'],
  message: [],
  platform: ['account'],
  simulation: ['devices'],
  system: ['account', 'farm'],
  telemetry: ['devices', 'equipment', 'platform'],
  planting: ['alarm', 'devices', 'farm', 'inventory'],
  journal: [],
  work: ['approval', 'farm', 'inventory'],
  map: ['devices', 'equipment', 'farm'],
  activity: [],
  plan: ['farm', 'inventory', 'planting', 'work'],
}

/** What every domain stands on: who is asking, files, jobs and history, what a device type
 * says, how people are told, and what home is told of.
 */
export const common = ['account', 'devices', 'file', 'home', 'message', 'platform']
const devices = ['alarm', 'automation', 'command', 'connectivity', 'equipment', 'telemetry']

/**
 * Whom else a domain's code may use, on the server (modules, engines, contracts) and in the console
 * (features, pages, contracts). Approval knows nobody whose records are approved.
 */
export const uses = {
  account: ['equipment', 'farm', 'inventory'],
  alarm: ['automation', 'command', 'connectivity', 'equipment', 'telemetry'],
  approval: [],
  automation: ['command', 'equipment', 'telemetry'],
  board: [...devices, 'camera'],
  camera: ['alarm', 'automation', 'equipment', 'farm', 'journal', 'telemetry', 'work'],
  command: ['equipment', 'telemetry'],
  connectivity: ['alarm', 'command', 'equipment', 'farm', 'telemetry'],
  content: [],
  // A device's page shows what the others know of the device.
  equipment: [...devices, 'board', 'camera', 'farm'],
  farm: ['inventory', 'planting', 'system'],
  file: [],
  guide: ['equipment', 'farm', 'inventory', 'system', 'work'],
  home: [
    ...devices,
    'approval',
    'farm',
    'guide',
    'inventory',
    'journal',
    'activity',
    'map',
    'message',
    'plan',
    'planting',
    'system',
    'work',
  ],
  import: [],
  inventory: ['approval', 'farm'],
  message: [],
  // What uses a record, and who is told when it goes.
  platform: [...devices, 'approval', 'board', 'camera', 'farm', 'inventory', 'system'],
  simulation: ['equipment'],
  system: ['equipment', 'farm'],
  telemetry: ['command', 'equipment', 'farm'],
  planting: ['alarm', 'camera', 'equipment', 'farm', 'inventory', 'telemetry'],
  plan: ['inventory', 'planting', 'work'],
  journal: ['planting', 'work'],
  work: ['approval', 'farm', 'inventory', 'journal', 'planting'],
  map: [...devices, 'farm', 'inventory', 'planting', 'work'],
  activity: [],
}
