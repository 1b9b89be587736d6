// @vitest-environment jsdom
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Codes } from '#contract/entity.ts'
import { domains, entities, screens } from '#contract/domains.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { isResource } from '#src/kit/definition/resource.ts'
import { pathsOf } from '#src/kit/app/routes.tsx'
import { definitions } from '#src/resources/index.ts'

test('every address of the console, each once', () => {
  const paths = definitions.flatMap(pathsOf)
  expect(new Set(paths).size).toBe(paths.length)
  expect(paths.sort()).toMatchInlineSnapshot(`
    [
      "/help",
      "/home",
      "/inventory/base/bill",
      "/inventory/base/businesses",
      "/inventory/base/businesses/add",
      "/inventory/base/businesses/edit/:id",
      "/inventory/base/product",
      "/inventory/base/product/add",
      "/inventory/base/product/agricultural/add",
      "/inventory/base/product/agricultural/edit/:id",
      "/inventory/base/product/edit/:id",
      "/inventory/base/shops",
      "/inventory/base/shops/add",
      "/inventory/base/shops/edit/:id",
      "/inventory/base/standard",
      "/inventory/base/store",
      "/inventory/base/store/limit",
      "/inventory/base/unit",
      "/inventory/config/audit",
      "/inventory/config/option",
      "/inventory/prment/aplionform",
      "/inventory/prment/aplionform/add",
      "/inventory/prment/aplionform/edit/:id",
      "/inventory/prment/aplionform/info/:id",
      "/inventory/prment/inventory_form",
      "/inventory/prment/inventory_form/add",
      "/inventory/prment/inventory_form/convert/:id",
      "/inventory/prment/inventory_form/edit/:id",
      "/inventory/prment/inventory_form/info/:id",
      "/inventory/prment/inventory_form/resubmit/:id",
      "/inventory/prment/lot",
      "/inventory/prment/lot/info/:id",
      "/inventory/prment/report",
      "/inventory/prment/return",
      "/inventory/prment/return/add",
      "/inventory/prment/return/convert/:id",
      "/inventory/prment/return/edit/:id",
      "/inventory/prment/return/info/:id",
      "/inventory/prment/shipment",
      "/inventory/prment/shipment/add",
      "/inventory/prment/shipment/convert/:id",
      "/inventory/prment/shipment/edit/:id",
      "/inventory/prment/shipment/info/:id",
      "/inventory/prment/shipment/return/:id",
      "/inventory/prment/stock",
      "/inventory/prment/stock/record/:id",
      "/inventory/prment/transfer",
      "/inventory/prment/transfer/add",
      "/inventory/prment/transfer/convert/:id",
      "/inventory/prment/transfer/edit/:id",
      "/inventory/prment/transfer/info/:id",
      "/inventory/prment/warehousing",
      "/inventory/prment/warehousing/add",
      "/inventory/prment/warehousing/convert_purchase/:id",
      "/inventory/prment/warehousing/convert_shipment/:id",
      "/inventory/prment/warehousing/edit/:id",
      "/inventory/prment/warehousing/info/:id",
      "/system/article",
      "/system/article/add",
      "/system/article/edit/:id",
      "/system/article/info/:id",
      "/system/audit-log",
      "/system/bannerManger",
      "/system/basemanage",
      "/system/cameraManager",
      "/system/classify",
      "/system/corporation",
      "/system/crop",
      "/system/deviceManager",
      "/system/deviceManager/data/:id",
      "/system/deviceManager/info/:id",
      "/system/notice-manger",
      "/system/notice-manger/add",
      "/system/notice-manger/edit/:id",
      "/system/organization",
      "/system/pictures-hub",
      "/system/platform/operations",
      "/system/platform/sms-outbox",
      "/system/platform/tenants",
      "/system/process",
      "/system/process/add",
      "/system/process/copy/:id",
      "/system/process/edit/:id",
      "/system/process/info/:id",
      "/system/publicity-video",
      "/system/recycle-bin",
      "/system/role",
      "/system/sim-manage",
      "/system/sim-manage/info/:id",
      "/system/sim-platform",
      "/system/simulated-farm",
      "/system/storeManager",
      "/system/taskType",
      "/system/user-manage",
      "/system/varieties",
      "/system/varieties/info/:id",
      "/web/equipment/acquisition-control",
      "/web/equipment/acquisition-control/data/:id",
      "/web/equipment/acquisition-control/info/:id",
      "/web/equipment/aerator",
      "/web/equipment/aerator/data/:id",
      "/web/equipment/aerator/info/:id",
      "/web/equipment/board",
      "/web/equipment/board/info/:id",
      "/web/equipment/calculation",
      "/web/equipment/calculation/add",
      "/web/equipment/calculation/edit/:id",
      "/web/equipment/electric-valve",
      "/web/equipment/electric-valve/data/:id",
      "/web/equipment/electric-valve/info/:id",
      "/web/equipment/explore",
      "/web/equipment/gateway",
      "/web/equipment/gateway/data/:id",
      "/web/equipment/gateway/info/:id",
      "/web/equipment/inject-fertilizer",
      "/web/equipment/inject-fertilizer/data/:id",
      "/web/equipment/inject-fertilizer/info/:id",
      "/web/equipment/intelligentControl/device-group",
      "/web/equipment/intelligentControl/group",
      "/web/equipment/intelligentControl/index",
      "/web/equipment/intelligentControl/index/add",
      "/web/equipment/intelligentControl/index/edit/:id",
      "/web/equipment/intelligentControl/log",
      "/web/equipment/lora",
      "/web/equipment/lora-gateway",
      "/web/equipment/lora-gateway/data/:id",
      "/web/equipment/lora-gateway/info/:id",
      "/web/equipment/lora-network",
      "/web/equipment/lora/data/:id",
      "/web/equipment/lora/info/:id",
      "/web/equipment/lorawan-gateway",
      "/web/equipment/lorawan-gateway/data/:id",
      "/web/equipment/lorawan-gateway/info/:id",
      "/web/equipment/lorawan-node",
      "/web/equipment/lorawan-node/data/:id",
      "/web/equipment/lorawan-node/info/:id",
      "/web/equipment/networkPower",
      "/web/equipment/networkPower/data/:id",
      "/web/equipment/networkPower/info/:id",
      "/web/equipment/payload-codec",
      "/web/equipment/plantLight",
      "/web/equipment/plantLight/data/:id",
      "/web/equipment/plantLight/info/:id",
      "/web/equipment/soilmoisture",
      "/web/equipment/soilmoisture/data/:id",
      "/web/equipment/soilmoisture/info/:id",
      "/web/equipment/transducer",
      "/web/equipment/transducer/data/:id",
      "/web/equipment/transducer/info/:id",
      "/web/equipment/tubularmoisture",
      "/web/equipment/tubularmoisture/data/:id",
      "/web/equipment/tubularmoisture/info/:id",
      "/web/equipment/value-regulated",
      "/web/equipment/value-regulated/data/:id",
      "/web/equipment/value-regulated/info/:id",
      "/web/equipment/warning",
      "/web/equipment/warning-manage",
      "/web/equipment/warning-staff",
      "/web/equipment/water-quality",
      "/web/equipment/water-quality/data/:id",
      "/web/equipment/water-quality/info/:id",
      "/web/equipment/waterFertilizer",
      "/web/equipment/waterFertilizer/data/:id",
      "/web/equipment/waterFertilizer/info/:id",
      "/web/equipment/weatherStations",
      "/web/equipment/weatherStations/data/:id",
      "/web/equipment/weatherStations/info/:id",
      "/web/farm/agricultural/agricultural-inventory",
      "/web/farm/agricultural/agricultural-inventory/record/:id",
      "/web/farm/agricultural/agricultural-manage",
      "/web/farm/agricultural/agricultural-manage/add",
      "/web/farm/agricultural/agricultural-manage/edit/:id",
      "/web/farm/agricultural/agricultural-shipment",
      "/web/farm/agricultural/agricultural-shipment/add",
      "/web/farm/agricultural/agricultural-shipment/edit/:id",
      "/web/farm/agricultural/agricultural-shipment/info/:id",
      "/web/farm/agricultural/agricultural-warehousing",
      "/web/farm/agricultural/agricultural-warehousing/add",
      "/web/farm/agricultural/agricultural-warehousing/edit/:id",
      "/web/farm/agricultural/agricultural-warehousing/info/:id",
      "/web/farm/approval",
      "/web/farm/base",
      "/web/farm/home",
      "/web/farm/land",
      "/web/farm/worker",
      "/web/report/equipmentLog/controlLog",
      "/web/report/equipmentLog/onlineLog",
      "/web/user",
      "/web/user/jobs",
    ]
  `)
})

test('every screen of the contract is drawn, and nothing else is', () => {
  expect(definitions.map(({ screen }) => screen.name).sort()).toEqual(
    screens.map(({ name }) => name).sort(),
  )
})

test('permission codes are well formed, and every action has one', () => {
  const codes = [
    ...entities.flatMap((entity) => Object.values(entity.permissions as Codes).flat()),
    ...screens.flatMap((screen) =>
      [screen.permission ?? [], Object.values(screen.buttons).flat()].flat(),
    ),
    ...Object.values(shellCodes),
  ]
  for (const code of codes) expect(code).toMatch(/^wfpf(\.[\w-]+)+$/)
  for (const definition of definitions) {
    if (!isResource(definition)) continue
    const { entity, list, form, screen } = definition
    const actions = [
      ...(list.rowActions ?? []),
      ...(list.bulkActions ?? []),
      ...(form ? ['edit'] : []),
      ...(form && entity.api.create ? ['create'] : []),
    ].filter((action) => action !== 'show')
    for (const action of actions)
      expect([
        screen.name,
        action,
        action in screen.buttons,
        action in entity.api || action in (definition.dialogs ?? {}),
      ]).toEqual([screen.name, action, true, true])
  }
})

test('every field is bounded, every reference points at an entity, every state is a code', () => {
  const names = entities.map((entity) => entity.name)
  for (const entity of entities) {
    for (const [name, field] of Object.entries(entity.fields)) {
      const at = `${entity.name}.${name}`
      if (
        [
          'text',
          'richtext',
          'phone',
          'image',
          'images',
          'video',
          'files',
          'colour',
          'point',
          'polygon',
          'lines',
          'refs',
        ].includes(field.kind)
      )
        expect([at, typeof field.max]).toEqual([at, 'number'])
      if (['integer', 'decimal', 'money'].includes(field.kind))
        expect([at, typeof field.min, typeof field.max]).toEqual([at, 'number', 'number'])
      if (field.to) expect([at, names.includes(field.to)]).toEqual([at, true])
    }
    const known = Object.keys(entity.fields[entity.stateField ?? '']?.codes ?? {})
    for (const state of Object.values(entity.states ?? {}).flat())
      expect([entity.name, known.includes(state)]).toEqual([entity.name, true])
  }
  expect(new Set(names).size).toBe(names.length)
})

test('every definition file is in the index of its domain', () => {
  const isIndexed = (folder: string, file: string) =>
    readFileSync(`${folder}/index.ts`, 'utf8').includes(`'./${file}'`)
  for (const { name } of domains)
    for (const file of readdirSync(`contract/${name}`))
      if (
        /= (entity|screen|entityScreen)\('/.test(readFileSync(`contract/${name}/${file}`, 'utf8'))
      )
        expect([name, file, isIndexed(`contract/${name}`, file)]).toEqual([name, file, true])
  for (const folder of readdirSync('src/resources').filter((one) => !one.endsWith('.ts'))) {
    expect([folder, isIndexed('src/resources', `${folder}/index.ts`)]).toEqual([folder, true])
    for (const file of readdirSync(`src/resources/${folder}`).filter((one) => one !== 'index.ts'))
      expect([folder, file, isIndexed(`src/resources/${folder}`, file)]).toEqual([
        folder,
        file,
        true,
      ])
  }
})

test('each top folder of the house says what belongs there', () => {
  for (const folder of ['contract', 'src', 'server', 'simulator', 'locales', 'tests', 'scripts']) {
    const readme = `${folder}/README.md`
    expect([readme, existsSync(readme)]).toEqual([readme, true])
    expect(readFileSync(readme, 'utf8').split('\n').length).toBeLessThan(31)
  }
})
