import { Button, Form, Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { noviceCheck, noviceUnlock } from '#contract/account/tenant.ts'
import { area } from '#contract/farm/area.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { isComposing } from '#src/lib/ime.ts'
import { toast } from '#src/ui/toast.ts'
import './novice.css'

const homePath = '/web/farm/home'
const noticeKey = 'novice_notice'
const longest = 60
const codePattern = /^[\w-]+$/
/** Long enough to be read before the console starts anew without its guide. */
const goAfterMs = 1200

/** A new tenant's first minute: its first base. */
export default function NovicePage() {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const navigate = useNavigate()
  const { run, isBusy, fields, setFields } = useSubmit()
  const [value, setValue] = useState({ areaName: '', areaCode: '' })
  const [isTold, setTold] = useState(() => localStorage.getItem(noticeKey) === '1')
  useEffect(() => {
    // A tenant that is new no longer goes straight on; a failure leaves the guide open.
    call(noviceCheck, {}, { quiet: true }).then(
      (flag) => flag === 0 && void navigate(homePath, { replace: true }),
      () => undefined,
    )
  }, [navigate])
  const told = () => {
    localStorage.setItem(noticeKey, '1')
    setTold(true)
  }
  const finish = async () => {
    const areaName = value.areaName.trim()
    const areaCode = value.areaCode.trim()
    const wrong: Record<string, string> = {}
    if (!areaName) wrong.areaName = t('novice.required')
    else if (areaName.length > longest) wrong.areaName = t('novice.tooLong')
    if (areaCode && !codePattern.test(areaCode)) wrong.areaCode = t('novice.wrongCode')
    if (Object.keys(wrong).length) return setFields(wrong)
    await run(async () => {
      try {
        await call(
          { endpoint: area.api.create, access: { code: area.permissions.create } },
          { areaName, ...(areaCode && { areaCode }), enabledFlag: 1 },
          { quiet: true },
        )
      } catch (error) {
        toastRefusal(labels, error)
        throw error
      }
      // Silent when it fails.
      await call(noviceUnlock, {}, { quiet: true }).catch(() => undefined)
      toast({ text: t('novice.created'), tone: 'good' })
      await new Promise((resolve) => setTimeout(resolve, goAfterMs))
      location.assign(homePath)
    })
  }
  const field = (name: 'areaName' | 'areaCode', label: string, hint: string) => (
    <Form.Item
      label={label}
      htmlFor={`novice-${name}`}
      required={name === 'areaName'}
      validateStatus={fields[name] ? 'error' : undefined}
      help={fields[name] ?? hint}
    >
      <Input
        id={`novice-${name}`}
        size="large"
        autoComplete="off"
        value={value[name]}
        aria-invalid={!!fields[name]}
        count={name === 'areaName' ? { show: true, max: longest } : undefined}
        onChange={(event) => setValue({ ...value, [name]: event.target.value })}
        onPressEnter={(event) => {
          if (!isComposing(event)) void finish()
        }}
      />
    </Form.Item>
  )
  return (
    <section className="novice">
      <p className="novice-note">{t('novice.note')}</p>
      {!isTold && (
        <Modal
          open
          centered
          width={420}
          transitionName=""
          maskTransitionName=""
          title={t('novice.tipTitle')}
          onCancel={told}
          footer={
            <Button type="primary" autoFocus onClick={told}>
              {t('novice.know')}
            </Button>
          }
        >
          {t('novice.tips')}
        </Modal>
      )}
      <Form component={false} layout="vertical">
        {field('areaName', t('novice.name'), t('novice.nameHint'))}
        {field('areaCode', t('novice.code'), t('novice.codeHint'))}
        <Button type="primary" size="large" block loading={isBusy} onClick={() => void finish()}>
          {t('novice.finish')}
        </Button>
      </Form>
    </section>
  )
}
