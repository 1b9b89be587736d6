import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SignInForm } from '#src/shell/sign-in/SignInForm.tsx'
import { accessToken } from '#src/api/tokens.ts'
import { fakeServer, pair, refusal, type Asked, type Reply } from './fake-server.ts'
import { loadTexts } from './sign-in-texts.ts'
import './dom-matchers.ts'

vi.mock('jsencrypt', () => ({
  JSEncrypt: class {
    setPublicKey() {}
    encryptOAEP(text: string) {
      return btoa(text)
    }
  },
}))
const signedIn = vi.fn()
const nameField = () => screen.getByLabelText('用户名')
const passwordField = () => screen.getByLabelText('密码')
const captchaField = () => screen.getByLabelText('验证码')
const button = () => screen.getByRole('button', { name: /^登录/ }) as HTMLButtonElement

/** Wants a captcha of the names given; answers a sign-in as told. */
function server(
  answer: (asked: Asked) => Reply | Promise<Reply> = () => ({ body: pair('a') }),
  needy: () => string[] = () => [],
) {
  let captchas = 0
  return fakeServer((asked) => {
    if (asked.path === '/oauth/login/user-params')
      return { body: { isNeedCaptcha: needy().includes(String(asked.params.username)) } }
    if (asked.path === '/oauth/public/captcha-code')
      return { body: { captchaKey: `key-${++captchas}` } }
    if (asked.path === '/oauth/public/password-key')
      return { body: { publicKey: 'k', nonce: 'n1' } }
    return answer(asked)
  })
}
const grants = (log: Asked[]) => log.filter((asked) => asked.path === '/oauth/oauth/token')
const asksAboutNames = (log: Asked[]) =>
  log
    .filter((asked) => asked.path === '/oauth/login/user-params')
    .map((asked) => asked.params.username)

beforeEach(async () => {
  localStorage.clear()
  signedIn.mockReset()
  await loadTexts('zh-CN')
})

describe('signing in', () => {
  it('sends a sealed password with what the form of the token call holds', async () => {
    const log = server()
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), ' ｃｈｅｎ ')
    await userEvent.type(passwordField(), 'Furrow2026密')
    await userEvent.click(button())
    await waitFor(() => expect(signedIn).toHaveBeenCalledTimes(1))
    const body = grants(log)[0]!.body as Record<string, string>
    expect(body).toMatchObject({
      username: 'chen',
      grant_type: 'password',
      client_id: 'furrow-console',
      client_secret: 'public',
      source_type: 'web',
    })
    expect(body.device_id).toMatch(/^\d{6}$/)
    expect(decodeURIComponent(escape(atob(body.password!)))).toBe('n1:Furrow2026密')
    expect(accessToken()).toBe('access-a')
    expect(localStorage.getItem('notice_token')).toBe('true')
    expect(passwordField()).toHaveValue('')
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Furrow2026')
  })
  it('opens the button when both are filled and says that it works', async () => {
    let open = () => {}
    const gate = new Promise<void>((resolve) => (open = resolve))
    const log = server(async () => (await gate, { body: pair('a') }))
    render(<SignInForm onSignedIn={signedIn} />)
    expect(button()).toBeDisabled()
    await userEvent.type(nameField(), 'chen')
    expect(button()).toBeDisabled()
    await userEvent.type(passwordField(), 'x')
    expect(button()).toBeEnabled()
    await userEvent.click(button())
    await waitFor(() => expect(button()).toHaveTextContent('登录中…'))
    fireEvent.submit(button().form!)
    fireEvent.keyDown(passwordField(), { key: 'Enter' })
    open()
    await waitFor(() => expect(signedIn).toHaveBeenCalled())
    expect(grants(log)).toHaveLength(1)
  })
  it('refuses plain spaces at the field, which gets the focus', async () => {
    const log = server()
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), '   ')
    await userEvent.type(passwordField(), '  ')
    await userEvent.click(button())
    await waitFor(() => expect(screen.getAllByText('不能输入纯空格')).toHaveLength(2))
    expect(nameField()).toHaveFocus()
    expect(nameField()).toHaveAccessibleDescription('不能输入纯空格')
    expect(nameField()).toHaveAttribute('aria-invalid', 'true')
    expect(grants(log)).toHaveLength(0)
  })
  it('over a page keeps the name and the session of the other tabs', async () => {
    server()
    localStorage.setItem('notice_token', 'false')
    render(<SignInForm onSignedIn={signedIn} fixedUsername="chen" />)
    expect(nameField()).toHaveAttribute('readonly')
    expect(passwordField()).toHaveFocus()
    await userEvent.type(passwordField(), 'x{Enter}')
    await waitFor(() => expect(signedIn).toHaveBeenCalled())
    expect(localStorage.getItem('notice_token')).toBe('false')
  })
})

describe('Enter', () => {
  it('goes from the name to the password and from there submits', async () => {
    const log = server()
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen{Enter}')
    expect(passwordField()).toHaveFocus()
    await userEvent.type(passwordField(), 'x{Enter}')
    await waitFor(() => expect(signedIn).toHaveBeenCalled())
    expect(asksAboutNames(log)).toEqual(['chen'])
  })
  it('goes from the password to the captcha when there is one', async () => {
    const log = server(undefined, () => ['chen'])
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen{Enter}')
    await waitFor(() => captchaField())
    await userEvent.type(passwordField(), 'x{Enter}')
    expect(captchaField()).toHaveFocus()
    expect(grants(log)).toHaveLength(0)
    await userEvent.type(captchaField(), 'ab1２{Enter}')
    await waitFor(() => expect(signedIn).toHaveBeenCalled())
    expect(grants(log)[0]!.body).toMatchObject({ captchaKey: 'key-1', captcha: 'ab12' })
  })
  it.each([
    ['while composing', { isComposing: true }],
    ['told by its key code', { keyCode: 229 }],
  ])('of an input method does nothing (%s)', async (_, composing) => {
    const log = server(undefined, () => ['chen'])
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen')
    nameField().focus()
    fireEvent.keyDown(nameField(), { key: 'Enter', ...composing })
    expect(nameField()).toHaveFocus()
    expect(asksAboutNames(log)).toEqual([])
    await userEvent.type(passwordField(), 'x')
    await waitFor(() => captchaField())
    fireEvent.keyDown(passwordField(), { key: 'Enter', ...composing })
    expect(passwordField()).toHaveFocus()
    fireEvent.keyDown(captchaField(), { key: 'Enter', ...composing })
    expect(grants(log)).toHaveLength(0)
  })
})

describe('the captcha', () => {
  it('is asked for by name on leaving the field, once per name', async () => {
    const log = server(undefined, () => ['needy'])
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen')
    await userEvent.tab()
    expect(screen.queryByLabelText('验证码')).toBeNull()
    await userEvent.clear(nameField())
    await userEvent.type(nameField(), 'needy')
    await userEvent.tab()
    await waitFor(() => captchaField())
    await userEvent.click(nameField())
    await userEvent.tab()
    expect(asksAboutNames(log)).toEqual(['chen', 'needy'])
  })
  it('is renewed by a click on its picture', async () => {
    server(undefined, () => ['chen'])
    const { container } = render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen{Enter}')
    await waitFor(() =>
      expect(container.querySelector('img')).toHaveAttribute('src', '/oauth/public/captcha/key-1'),
    )
    await userEvent.click(screen.getByRole('button', { name: /看不清/ }))
    await waitFor(() =>
      expect(container.querySelector('img')).toHaveAttribute('src', '/oauth/public/captcha/key-2'),
    )
  })
  it('appears after a failure, with the server’s message', async () => {
    let failures = 0
    const log = server(
      () => (
        failures++,
        refusal(401, 'hoth.warn.usernameNotFoundOrPasswordIsWrong', '用户名或密码错误')
      ),
      () => (failures > 0 ? ['chen'] : []),
    )
    const { container } = render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen')
    await userEvent.type(passwordField(), 'wrong{Enter}')
    expect(await screen.findByText('用户名或密码错误')).toBeInTheDocument()
    await waitFor(() =>
      expect(container.querySelector('img')).toHaveAttribute('src', '/oauth/public/captcha/key-1'),
    )
    expect(passwordField()).toHaveFocus()
    await userEvent.click(button())
    expect(await screen.findByText('请输入验证码')).toBeInTheDocument()
    expect(grants(log)).toHaveLength(1)
    expect(signedIn).not.toHaveBeenCalled()
  })
  it('that was wrong is said at its field, and another one comes', async () => {
    server(
      () => refusal(401, 'hoth.warn.captchaWrong', '验证码错误'),
      () => ['chen'],
    )
    const { container } = render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen{Enter}')
    await waitFor(() => captchaField())
    await userEvent.type(passwordField(), 'x')
    await userEvent.type(captchaField(), 'zzzz{Enter}')
    await waitFor(() => expect(captchaField()).toHaveAccessibleDescription('验证码错误'))
    expect(captchaField()).toHaveFocus()
    expect(captchaField()).toHaveValue('')
    expect(container.querySelector('img')).toHaveAttribute('src', '/oauth/public/captcha/key-2')
  })
})

describe('the form', () => {
  it('says what no server said', async () => {
    server(() => ({ silence: 'ERR_NETWORK' }))
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen')
    await userEvent.type(passwordField(), 'x{Enter}')
    expect(await screen.findByText('网络连接失败，请检查网络后重试')).toBeInTheDocument()
  })
  it('shows and hides the password and tells of Caps Lock', async () => {
    server()
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.click(screen.getByRole('button', { name: '显示密码' }))
    expect(passwordField()).toHaveAttribute('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: '显示密码' }))
    expect(passwordField()).toHaveAttribute('type', 'password')
    await userEvent.type(passwordField(), '{CapsLock}a')
    expect(passwordField()).toHaveAccessibleDescription('大写锁定已开启')
  })
  it('changes its language in place and keeps what was typed', async () => {
    server(() => refusal(401, 'hoth.warn.usernameNotFoundOrPasswordIsWrong', '用户名或密码错误'))
    render(<SignInForm onSignedIn={signedIn} />)
    await userEvent.type(nameField(), 'chen')
    await userEvent.type(passwordField(), 'x{Enter}')
    await screen.findByText('用户名或密码错误')
    await act(() => i18next.changeLanguage('en-US'))
    expect(screen.getByLabelText('User name')).toHaveValue('chen')
    expect(screen.getByLabelText('Password')).toHaveValue('x')
    expect(screen.queryByText('用户名或密码错误')).toBeNull()
    expect(screen.getByRole('alert').textContent).toMatch(/[A-Za-z]{3}/)
  })
})
