import { entities } from '#contract/domains.ts'
import { fieldKey } from '#contract/work/field-calls.ts'
import { tableOf } from './columns.ts'

/**
 * How long each table keeps its rows; a law asks the catalogue for a table that is not here.
 * `keep`: for ever, and why. `gone`: a condition on rows that nobody needs any more. `with`: goes
 * with the rows of another
 * table. `by`: a function of the database, which knows what each tenant asked for. `ring`: the
 * newest few of each thing.
 */
type Retention =
  | { keep: string }
  | { gone: string; of: 'platform' | 'tenant' }
  | { with: string }
  | { by: string }
  | { ring: string }

const records = 'what people entered, until they delete it'
const books = 'the books'
const platform = (gone: string): Retention => ({ of: 'platform', gone })
const tenant = (gone: string): Retention => ({ of: 'tenant', gone })
const of = (kept: Retention, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, kept]))

/** Entities that people make: a new one is kept like the others without being named here. */
const madeByPeople = [
  ...new Set(
    entities.filter(({ api, variantOf }) => api.create && !variantOf).map((one) => tableOf(one)),
  ),
]

export const retention: Readonly<Record<string, Retention>> = {
  ...of({ keep: records }, ...madeByPeople),
  ...of({ keep: 'the installation itself' }, 'migration', 'installation', 'platform_secret'),
  ...of({ keep: 'who is here; npm run erase takes them away' }, 'tenant', 'account'),

  known_account: { keep: 'names of people who left stand in what they did' },
  // Ended ones stay a month, so that somebody can be told where they were signed in.
  session: platform("coalesce(ended_at, refresh_expires_at) < now() - interval '30 days'"),
  account_network: platform("last_at < now() - interval '30 days'"),
  account_device: platform("last_at < now() - interval '1 year'"),
  new_device: platform("at < now() - interval '1 year'"),
  oidc_flow: platform("expires_at < now() - interval '1 hour'"),
  sign_in_ticket: platform("expires_at < now() - interval '1 hour'"),
  ...of({ keep: 'part of the account' }, 'account_factor', 'account_recovery', 'account_identity'),
  account_code: platform("expires_at < now() - interval '30 days'"),
  session_refresh_used: platform("used_at < now() - interval '31 days'"),
  screen_pass: tenant('expires_at < now()'),
  used_nonce: platform("used_at < now() - interval '10 minutes'"),
  captcha: platform("expires_at < now() - interval '1 hour'"),
  // Counted against the limit of a day.
  sms_code: platform("created_at < now() - interval '2 days'"),
  sms_outbox: platform("created_at < now() - interval '1 day'"),
  attempt: platform(
    "first_at < now() - case when key like 'device%' then interval '10 minutes' else interval '2 days' end and (blocked_until is null or blocked_until < now())",
  ),

  // What was done in the field is told up to two weeks later, and repeated until it is answered.
  idempotency: tenant(
    `started_at < now() - case when key like '${fieldKey}%' then interval '30 days' else interval '2 days' end`,
  ),
  job: tenant("finished_at < now() - interval '30 days'"),
  list_import: tenant("created_at < now() - interval '180 days'"),
  user_message: tenant("creation_date < now() - interval '1 year'"),
  message_sending: tenant(
    "state not in ('queued', 'sending') and created_at < now() - interval '30 days'",
  ),
  plot_lock_told: tenant("until < now() - interval '30 days'"),
  recycled: tenant("deleted_at < now() - interval '30 days'"),
  control_run: tenant(
    "state <> 'running' and began_at < now() - case state when 'skipped' then interval '90 days' else interval '2 years' end",
  ),
  camera_capture: tenant(
    'exists (select 1 from camera_timer t where t.tenant_id = camera_capture.tenant_id and t.id = camera_capture.timer_id and camera_capture.taken_on < now() - make_interval(days => t.keep_days))',
  ),
  // Whoever was given one asks why it does not open any more.
  camera_share: tenant("coalesce(revoked_at, expires_at) < now() - interval '90 days'"),
  ...of({ with: 'camera_share' }, 'camera_share_viewer'),
  device_attempt: tenant("last_at < now() - interval '30 days'"),
  device_network: tenant("last_at < now() - interval '60 days'"),
  device_offline: tenant("ended_at < now() - interval '5 years'"),
  lora_stranger: tenant("last_at < now() - interval '30 days'"),
  sim_operation: tenant("at < now() - interval '5 years'"),
  sim_usage: tenant("month < current_date - interval '5 years'"),
  // What is counted per day stays.
  telemetry_hour: tenant("at < now() - interval '5 years'"),
  telemetry_report: { by: 'furrow_telemetry_trim()' },
  alarm: { by: 'furrow_alarm_trim(5000)' },
  ...of({ with: 'alarm' }, 'alarm_journal', 'alarm_notice'),
  ...of({ ring: 'the last two hundred of a device' }, 'lora_frame'),
  ...of({ with: 'device' }, 'lora_session', 'lora_heard'),
  camera_layout: { keep: records },
  camera_listener: tenant("held_until < now() - interval '1 day'"),
  camera_recorder: tenant("held_until < now() - interval '1 day'"),
  camera_segment: { ring: 'server/modules/camera/engine/recorded.ts: as each camera says' },
  ...of({ with: 'camera' }, 'camera_preset'),
  device_message: { ring: 'the last hundred of a device' },

  ...of(
    { keep: 'who did what' },
    'audit',
    'batch_change',
    'device_command',
    'approval_event',
    'approval_record',
  ),
  ...of({ keep: 'years are compared by it' }, 'telemetry_day'),
  file: {
    ring: 'server/modules/file/engine/sweep.ts: thirty days after nothing points to it any more',
  },
  ...of(
    { keep: books },
    'stock_document',
    'stock_document_line',
    'stock_balance',
    'stock_lot',
    'stock_ledger',
    'batch_fact',
    'area_fact',
    'meter_day',
    'batch_link',
    'work_hours',
    'task_use',
    'document_number',
    'approval_case',
    'approval_task',
    'approval_copy',
    'approval_version',
  ),
  ...of(
    { keep: 'one row of each thing' },
    'device_latest',
    'alarm_state',
    'control_rule_clock',
    'control_rule_edge',
    'device_switch',
    'device_credential',
    'gateway_collection',
    'reference_told',
  ),
  ...of({ with: 'notice' }, 'notice_read'),
  ...of({ with: 'batch' }, 'batch_land'),
  ...of({ with: 'activity' }, 'activity_member'),
  ...of(
    { keep: records },
    'role_permission',
    'member_role',
    'menu_theme',
    'home_setting',
    'message_setting',
    'home_fixed',
    'tenant_screen',
    'list_preference',
    'favorite',
    'list_view',
    'alarm_robot',
    'device_channel',
    'aerator_pump',
    'product_sku',
    'product_unit',
    'document_number_rule',
    'inventory_option',
    'work_option',
    'approval_setting',
    'approval_option',
    'approval_delegation',
    'gateway_strategy',
  ),
}
