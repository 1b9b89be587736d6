/**
 * What is said of a text that has another form than its field wants: the rule, with an example. By
 * the pattern as the schema's own mistake names it.
 */
const sentences: Readonly<Record<string, string>> = {
  [String(/^[\w-]+$/)]: 'field.form.code',
  [String(/^[\w-]{4,}$/)]: 'field.form.deviceId',
  [String(/^(|([01]\d|2[0-3]):[0-5]\d)$/)]: 'field.form.clock',
  [String(/^([01]\d|2[0-3]):[0-5]\d$/)]: 'field.form.clock',
  [String(/^(\/(?![/\\])|https:\/\/)\S*$/)]: 'field.form.link',
  [String(/^(|mqtts?:\/\/[\w.:[\]-]+)$/)]: 'field.form.broker',
  [String(/^(|https?:\/\/[\w.:[\]/-]+)$/)]: 'field.form.address',
  [String(/^https?:\/\/[\w.:[\]/-]+$/)]: 'field.form.address',
  [String(/^(rtsps?|https?):\/\/[^\s/@]+(\/\S*)?$/)]: 'camera.stream_address',
  [String(/^https?:\/\/[^\s/@]+(\/\S*)?$/)]: 'camera.whep_form',
  [String(/^(rtsps?|https?):\/\/[\w.:[\]/-]+$/)]: 'camera.stream_address',
  [String(/^[\w.~-]+(\/[\w.~-]+)*$/)]: 'camera.stream_name',
  [String(/^8986\d{15,16}$/)]: 'field.form.iccid',
  [String(/^(\d{19}[\dA-F])?$/)]: 'field.form.iccid',
  [String(/^(\d{11}|\d{13})?$/)]: 'field.form.msisdn',
  [String(/^(\d{1,3}(\s*[,\uFF0C\u3001]\s*\d{1,3})*)?$/)]: 'field.form.steps',
  [String(/^[A-Za-z]+$/)]: 'field.form.letters',
  [String(/^[^,:\uFF0C\uFF1A]+$/)]: 'field.form.part',
  [String(/^\+?\d[\d -]{5,20}\d$/)]: 'field.form.telephone',
  [String(/^[^\s@]+@[^\s@]+\.[^\s@]+$/)]: 'field.form.email',
  [String(/^[\d -]+$/)]: 'field.form.account',
  [String(/^([\dA-HJ-NPQRTUWXY]{18}|\d{15}|[\dA-Z]{20})?$/)]: 'field.form.taxNumber',
  [String(/^[0-9A-HJ-NPQRTUWXY]{18}$/)]: 'field.form.creditCode',
  [String(/^(?!1\d{10}$)[\w.@-]{2,32}$/)]: 'field.form.loginName',
  [String(/^[a-z][a-z\d_]{0,19}$/)]: 'field.form.variable',
  [String(/^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)+$/)]:
    'field.form.domain',
  [String(/^-?\d{1,2}(\.\d{1,8})?,-?\d{1,3}(\.\d{1,8})?$/)]: 'field.form.point',
  [String(/^#[\da-f]{6}$/i)]: 'field.form.colour',
  [String(/^1\d{10}$/)]: 'phone.format.incorrect',
}

/** The sentence of a schema's mistake, where it is one of the form. */
export const formSentence = (issue: { code?: string; pattern?: string }): string | undefined =>
  issue.code === 'invalid_format' ? sentences[issue.pattern ?? ''] : undefined
