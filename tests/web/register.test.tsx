import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessToken } from '#src/api/tokens.ts'
import { ForgetPasswordPage } from '#src/shell/sign-in/ForgetPasswordPage.tsx'
import { RegisterPage } from '#src/shell/sign-in/RegisterPage.tsx'
import { SetupPage } from '#src/shell/sign-in/SetupPage.tsx'
import { fakeServer, pair, refusal, type Asked, type Reply } from './fake-server.ts'
import { loadTexts } from './sign-in-texts.ts'
import './dom-matchers.ts'

vi.mock('jsencrypt', () => ({
  JSEncrypt: class {
    setPublicKey() {}
    encryptOAEP = (text: string) => btoa(text)
  },
}))
const sent: Reply = {
  body: {
    success: true,
    message: '',
    code: 'captcha.send.phone',
    captchaKey: 'sms-1',
    interval: 60,
    via: 'sms',
  },
}
const field = (label: string) => screen.getByLabelText(label)
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }))

/** What the sign-in that follows at once is answered. */
let letIn: Reply = refusal(401, 'hoth.warn.loginFailed', '')
const replace = vi.fn()
function server(answer: Reply, sms: Reply = sent) {
  return fakeServer((asked) => {
    if (asked.path === '/oauth/public/send-phone-captcha-always') return sms
    if (asked.path === '/oauth/public/password-key') return { body: { publicKey: 'k', nonce: 'n' } }
    if (asked.path === '/iam/v1/setup' && asked.method === 'GET') return { body: { needed: true } }
    if (asked.path === '/oauth/oauth/token') return letIn
    if (asked.path === '/iam/stong/v1/users/language') return { status: 204 }
    return answer
  })
}
const posts = (log: Asked[], path: string) =>
  log.filter((asked) => asked.path === path && asked.method === 'POST')
async function fillIn(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) await userEvent.type(field(label), value)
}
const good = { 姓名: '陈禾', 密码: 'abcd1234', 企业名称: '禾田农场', 手机号: '13800000001' }

beforeEach(async () => {
  letIn = refusal(401, 'hoth.warn.loginFailed', '')
  localStorage.clear()
  history.replaceState(null, '', '/register')
  await loadTexts('zh-CN')
})
afterEach(() => vi.useRealTimers())

describe('registration', () => {
  it('asks for everything, at each field', async () => {
    const log = server({ body: true })
    render(<RegisterPage />)
    await press('注册')
    for (const text of [
      '请输入姓名',
      '请输入密码',
      '请输入企业名称',
      '请输入手机号',
      '请先发送验证码',
    ])
      expect(screen.getByText(text)).toBeInTheDocument()
    expect(field('姓名')).toHaveFocus()
    expect(log).toHaveLength(0)
  })
  it.each([
    ['密码', 'abcdefgh', '至少 8 位，只能用字母和数字，且两者都要有'],
    ['密码', 'abc1234', '至少 8 位，只能用字母和数字，且两者都要有'],
    ['密码', 'abcd1234!', '至少 8 位，只能用字母和数字，且两者都要有'],
    ['手机号', '23800000001', '请输入正确的手机号：11 位数字，例如 13800138000'],
    ['手机号', '1380000000', '请输入正确的手机号：11 位数字，例如 13800138000'],
    ['企业名称', '   ', '不能输入纯空格'],
  ])('refuses %s %j', async (label, value, text) => {
    server({ body: true })
    render(<RegisterPage />)
    await userEvent.type(field(label), value)
    await press('注册')
    expect(field(label)).toHaveAccessibleDescription(text)
    expect(field(label)).toHaveAttribute('aria-invalid', 'true')
  })
  it('sends no code without a good number', async () => {
    const log = server({ body: true })
    render(<RegisterPage />)
    await press('发送验证码')
    expect(field('手机号')).toHaveAccessibleDescription('请输入手机号')
    await userEvent.type(field('手机号'), '138')
    await press('发送验证码')
    expect(field('手机号')).toHaveAccessibleDescription(
      '请输入正确的手机号：11 位数字，例如 13800138000',
    )
    expect(log).toHaveLength(0)
  })
  it('registers and is signed in at once, in the language of the page', async () => {
    letIn = { body: pair('new') }
    // jsdom goes nowhere; a place that remembers where it was sent.
    vi.stubGlobal('location', { pathname: '/register', search: '', hash: '', replace })
    const log = server({ body: true })
    render(<RegisterPage />)
    await fillIn(good)
    await press('发送验证码')
    await userEvent.type(field('短信验证码'), '123456')
    await press('注册')
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/home'))
    vi.unstubAllGlobals()
    expect(screen.getByText('注册成功')).toBeInTheDocument()
    expect(log.find(({ path }) => path === '/oauth/oauth/token')!.body).toMatchObject({
      grant_type: 'password',
      username: '13800000001',
      password: btoa('n:abcd1234'),
    })
    expect(log.find(({ path }) => path.endsWith('/language'))!.body).toEqual({ language: 'zh-CN' })
    expect(localStorage.getItem('access_token')).toBe('access-new')
  })
  it('says where the code lies when nobody sends it', async () => {
    server({ body: true }, { body: { ...(sent.body as object), via: 'outbox' } })
    render(<RegisterPage />)
    await userEvent.type(field('手机号'), '13800000001')
    // What was missing before is no longer, and hides nothing.
    await press('注册')
    await press('发送验证码')
    await waitFor(() => expect(screen.getByText(/未接入短信网关.*短信发件箱/)).toBeInTheDocument())
  })
  it('goes to sign-in where the server asks for more than the password', async () => {
    const log = server({ body: true })
    render(<RegisterPage />)
    await fillIn(good)
    await press('发送验证码')
    await userEvent.type(field('短信验证码'), '123456')
    await press('注册')
    expect(await screen.findByText('注册成功')).toBeInTheDocument()
    expect(posts(log, '/wfpf/v1/tenant/register')[0]!.body).toEqual({
      realName: '陈禾',
      tenantName: '禾田农场',
      password: btoa('n:abcd1234'),
      phone: '13800000001',
      captcha: '123456',
      captchaKey: 'sms-1',
    })
    await waitFor(() => expect(location.pathname).toBe('/login'), { timeout: 4000 })
  })
  it('wants a new code when the number was changed after it', async () => {
    const log = server({ body: true })
    render(<RegisterPage />)
    await fillIn(good)
    await press('发送验证码')
    await userEvent.type(field('短信验证码'), '123456')
    await userEvent.clear(field('手机号'))
    await userEvent.type(field('手机号'), '13900000002')
    await press('注册')
    expect(field('短信验证码')).toHaveAccessibleDescription('请先发送验证码')
    expect(posts(log, '/wfpf/v1/tenant/register')).toHaveLength(0)
  })
  it.each([
    ['hiam.warn.user.loginNameExists', '手机号', '该手机号已注册'],
    ['wfpf.user.hadRegister', '手机号', '该手机号已注册'],
    ['captcha.validate.incorrect', '短信验证码', '验证码不正确'],
  ])('says %s at its field', async (code, label, text) => {
    server(refusal(422, code, '验证码不正确'))
    render(<RegisterPage />)
    await fillIn(good)
    await press('发送验证码')
    await userEvent.type(field('短信验证码'), '123456')
    await press('注册')
    await waitFor(() => expect(field(label)).toHaveAccessibleDescription(text))
    // The focus follows once the sentence is drawn.
    await waitFor(() => expect(field(label)).toHaveFocus())
    expect(field('姓名')).toHaveValue('陈禾')
  })
  it('says above the form why no code was sent', async () => {
    server(
      { body: true },
      {
        body: {
          success: false,
          message: '请 12 秒后再试',
          code: 'captcha.send.interval',
          captchaKey: null,
          interval: 12,
        },
      },
    )
    render(<RegisterPage />)
    await userEvent.type(field('手机号'), '13800000001')
    await press('发送验证码')
    expect(await screen.findByText('请 12 秒后再试')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^1[12] 秒$/ })).toBeDisabled()
  })
})

it('counts from 60 to 0 by the clock, then offers to send again', async () => {
  server({ body: true })
  render(<RegisterPage />)
  fireEvent.change(field('手机号'), { target: { value: '13800000001' } })
  vi.useFakeTimers()
  fireEvent.click(screen.getByRole('button', { name: '发送验证码' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  const seen = new Set<string>()
  const send = () => screen.getByRole('button', { name: /秒$|重新发送/ })
  for (let tick = 0; tick < 240; tick++) {
    seen.add(send().textContent)
    expect(send()).toBeDisabled()
    await act(() => vi.advanceTimersByTimeAsync(250))
  }
  expect([...seen]).toEqual(Array.from({ length: 60 }, (_, index) => `${60 - index} 秒`))
  expect(send()).toHaveTextContent('重新发送')
  expect(send()).toBeEnabled()
})

describe('a forgotten password', () => {
  it('is replaced with a code and the account’s own rule', async () => {
    const log = server({ body: true })
    render(<ForgetPasswordPage />)
    await userEvent.type(field('手机号'), '１３８００００００01')
    await press('发送验证码')
    await userEvent.type(field('短信验证码'), '123456')
    await userEvent.type(field('新密码'), 'abcdef')
    await press('重设密码')
    expect(field('新密码')).toHaveAccessibleDescription(
      '6 至 20 位，至少包含字母、数字、符号中的两种',
    )
    await userEvent.type(field('新密码'), '1')
    await press('重设密码')
    expect(await screen.findByText('密码已重设，请重新登录')).toBeInTheDocument()
    expect(posts(log, '/wfpf/v1/tenant/forget-password')[0]!.body).toMatchObject({
      phone: '13800000001',
      captcha: '123456',
      captchaKey: 'sms-1',
    })
  })
})

describe('the first visit', () => {
  it('walks through language, operator and first farm', async () => {
    const log = server({ body: true })
    render(<SetupPage />)
    await press('English')
    await press('Next')
    expect(screen.getByLabelText('Set-up code')).toHaveFocus()
    await userEvent.type(field('Set-up code'), 'ABCD-EFGH-JKLM')
    await press('Next')
    await press('Next')
    expect(screen.getByLabelText('User name')).toHaveFocus()
    await fillIn({ 'User name': 'operator', Name: '运营', Password: 'Furrow2026' })
    await press('Next')
    await userEvent.type(field('Organization name'), 'Green Hill')
    await press('Finish')
    expect(await screen.findByText('All set')).toBeInTheDocument()
    expect(posts(log, '/iam/v1/setup')[0]!.body).toEqual({
      code: 'ABCD-EFGH-JKLM',
      loginName: 'operator',
      realName: '运营',
      password: btoa('n:Furrow2026'),
      tenantName: 'Green Hill',
      language: 'en-US',
    })
  })
  it.each([
    ['its farm', { status: 200, body: pair('moved') }, '/home'],
    ['the platform, where the farm cannot be entered', refusal(404, 'x'), '/web/farm/home'],
  ])('leads its operator on to %s', async (_where, moved, to) => {
    letIn = { body: pair('new') }
    vi.stubGlobal('location', { pathname: '/setup', search: '', hash: '', replace })
    const log = fakeServer(({ path, method }) => {
      if (path === '/oauth/public/password-key') return { body: { publicKey: 'k', nonce: 'n' } }
      if (path === '/iam/v1/setup') return { body: method === 'GET' ? { needed: true } : true }
      if (path === '/oauth/oauth/token') return letIn
      if (path === '/iam/stong/v1/users/self-tenants')
        return { body: [{ tenantId: 5, tenantName: '绿丘', tenantNum: 'T5' }] }
      return path === '/iam/v1/users/tenant-id' ? moved : { status: 204 }
    })
    render(<SetupPage />)
    await userEvent.type(field('初始化验证码'), 'ABCD-EFGH-JKLM')
    await press('下一步')
    await fillIn({ 登录名: 'operator', 姓名: '运营', 密码: 'Furrow2026' })
    await press('下一步')
    await userEvent.type(field('企业名称'), '绿丘')
    await press('完成设置')
    await waitFor(() => expect(replace).toHaveBeenLastCalledWith(to))
    vi.unstubAllGlobals()
    expect(log.find(({ path }) => path === '/iam/v1/users/tenant-id')!.body).toEqual({
      tenantId: 5,
    })
    expect(accessToken()).toBe(to === '/home' ? 'access-moved' : 'access-new')
  })
  it('goes back to the step that was refused', async () => {
    server(refusal(422, 'error.password.common', '密码过于常见，请更换'))
    render(<SetupPage />)
    await userEvent.type(field('初始化验证码'), 'ABCD-EFGH-JKLM')
    await press('下一步')
    await fillIn({ 登录名: 'operator', 姓名: '运营', 密码: 'password1' })
    await press('下一步')
    await userEvent.type(field('企业名称'), '绿丘')
    await press('完成设置')
    await waitFor(() => expect(field('密码')).toHaveAccessibleDescription('密码过于常见，请更换'))
    expect(field('登录名')).toHaveValue('operator')
  })
})
