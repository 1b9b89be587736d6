import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rows } from '#server/db/database.ts'
import { oneFarm } from './ground.ts'

const { app } = await oneFarm()

test('ids that hide in lines and lists are known to be watched', async () => {
  // Columns that hold several ids, or lines that may: each is marked by a state, or named here with
  // why not.
  const columns = await app.db.platform((tx) =>
    rows<{ place: string }>(
      tx,
      sql`select table_name || '.' || column_name as place from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and (data_type = 'jsonb'
    or udt_name = '_int8') order by 1`,
    ),
  )
  const watched = [
    'alarm_contact.area_ids',
    'alarm_rule.device_ids',
    'approval_process.nodes',
    'batch.land_ids',
    'board.cards',
    'calculation.inputs',
    'camera_layout.camera_ids',
    'control_rule.actions',
    'control_rule.conditions',
    'control_rule.triggers',
    'device_group.device_ids',
    'gateway_strategy.trigger',
    'member.scope_area_ids',
    'role.scope_area_ids',
    'tenant_screen.channels',
  ]
  expect(columns.map(({ place }) => place).filter((place) => !watched.includes(place)))
    .toMatchInlineSnapshot(`
      [
        "alarm.limits",
        "alarm_journal.detail",
        "alarm_rule.active_hours",
        "approval_case.approver_ids",
        "approval_case.facts",
        "approval_event.detail",
        "approval_record.record",
        "approval_version.nodes",
        "area.boundary",
        "attribute.values",
        "audit.after",
        "audit.before",
        "batch.parts",
        "batch.stages",
        "batch_link.passed",
        "control_rule.active_hours",
        "control_run.seen",
        "control_run.steps",
        "crop.intervals",
        "crop.pests",
        "crop.stages",
        "device_command.content",
        "device_message.problems",
        "farm_log.land_ids",
        "farm_log.used",
        "farm_log.voice",
        "farm_log.worker_ids",
        "favorite.links",
        "home_setting.settings",
        "idempotency.answer",
        "installation.value",
        "job.input",
        "land.boundary",
        "land.parts",
        "list_import.found",
        "list_import.seen",
        "list_preference.settings",
        "list_view.settings",
        "lora_frame.gateways",
        "message_setting.ways",
        "notice.attachments",
        "plan_item.after_ids",
        "plan_item.machines",
        "plan_item.materials",
        "plan_package.inputs",
        "plan_package.machines",
        "plan_package.steps",
        "recycled.content",
        "seed.farming_practices",
        "seed.product_attributes",
        "soil_test.report",
        "stock_document.attachments",
        "stock_document.other_fees",
        "task.checklist",
        "task.expired",
        "task.hours",
        "task.land_ids",
        "task.machines",
        "task.materials",
        "task.own_fields",
        "task.own_reports",
        "task.participant_ids",
        "task.parts",
        "task.used",
        "task_repeat.land_ids",
        "task_repeat.materials",
        "task_repeat.participant_ids",
        "task_repeat.parts",
        "task_type.checklist",
        "task_type.own_fields",
        "team.member_ids",
        "variety.stage_heat",
      ]
    `)
})
