/** Everything the console keeps in local storage, so that one place knows what sign-out clears. */
export const storedKeys = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  tokenExpiry: 'access_token_expires_at',
  /**
   * Changes when somebody else signs in or the tenant changes; not when a token is merely renewed.
   */
  sessionMark: 'session_mark',
  // Plain text: whether the latest-message dialog may still be shown
  noticeFlag: 'notice_token',
  redirect: 'redirect',
  area: 'current_area',
  /** The same of everybody who signed in here, by tenant and account. */
  areas: 'current_areas',
  listSettings: 'list_settings',
  /** What people have their maps show, by tenant and account. */
  map: 'map_settings',
  /** Who lets their phone say where they are as they begin and finish, by tenant and account. */
  actPlace: 'act_place',
  /** Which files the server has parts of, to go on with them after the page was loaded anew. */
  uploads: 'uploads_begun',
  /** Of the last visit, so that its rows can be asked for before it is known who is signed in. */
  tenant: 'tenant',
  /** Whose encrypted answers and unsent work this browser keeps (src/api/field). */
  field: 'field_owner',
} as const
