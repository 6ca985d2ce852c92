export const emailTexts = {
  required: 'Email is required',
  invalid: 'Please enter a valid email address',
  tooLong: 'Email address is too long',
  consecutiveDots: 'Email address contains invalid consecutive dots',
} as const

export const passwordTexts = {
  required: 'Password is required',
  tooShort: ({ n }: { n: number }) => `Password must be at least ${n} characters long`,
  uppercase: 'Password must contain at least one uppercase letter',
  lowercase: 'Password must contain at least one lowercase letter',
  number: 'Password must contain at least one number',
  special: 'Password must contain at least one special character (standard set)',
} as const

export const strengthTexts = {
  veryWeak: 'Very Weak',
  weak: 'Weak',
  fair: 'Fair',
  good: 'Good',
  strong: 'Strong',
} as const

export const signInTexts = {
  rememberMe: 'Remember me',
  forgotPassword: 'Forgot your password?',
  submit: 'Sign in',
  failed: 'Invalid email or password',
} as const

/** The second step of signing in. */
export const challengeTexts = {
  backToLogin: 'Back to login',
  wrongCode: 'Invalid verification code. Please check your authenticator app and try again.',
  wrongRecoveryCode: 'Invalid recovery code. Please try again.',
  attemptsRemaining: ({ n }: { n: number }) => `${n} attempt(s) remaining`,
  locked: 'Too many failed attempts. Please try again later or use a recovery code.',
  failed: 'Failed to create MFA challenge',
} as const

export const resetTexts = {
  emailFirst: 'Please enter your email address first',
  sent: 'If this email is registered, you will receive a reset link.',
  failed: 'Failed to send reset email. Please try again.',
  pageBroken: "We're having trouble loading the password reset page. Please try again.",
} as const

export const changePasswordTexts = {
  submit: 'Change Password',
  currentRequired: 'Current password is required',
  tooShort: ({ n }: { n: number }) => `Password must be at least ${n} characters`,
  confirmRequired: 'Please confirm your password',
  mismatch: "Passwords don't match",
  currentIncorrect: 'Current password is incorrect',
  failed: 'Failed to change password',
  changed: 'Password changed successfully!',
} as const

/** Setting up, showing and ending two-factor authentication. */
export const twoFactorTexts = {
  continue: 'Continue',
  back: 'Back',
  codesSaved: "I've Saved My Codes",
  disable: 'Disable',
  startFailed: 'Failed to start MFA enrollment',
  enrollmentFailed: 'MFA enrollment failed',
  wrongCode: 'Invalid verification code. Please try again.',
  statusFailed: 'Failed to load MFA status',
  disableFailed: 'Failed to disable MFA',
} as const

export const recoveryTexts = {
  verificationFailed: 'Recovery code verification failed',
  invalid: 'Invalid recovery code',
  storingFailed: 'Failed to store recovery codes',
} as const

export const signUpTexts = {
  resendFailed: 'Failed to resend verification email',
  statusCheckFailed: 'Account status check failed',
} as const

export const sessionTexts = {
  none: 'No active session found',
  refreshFailed: 'Failed to refresh session',
  checkFailed: 'Session check failed',
  retryFailed: 'Authentication retry failed',
  stateChangeFailed: 'Auth state change failed',
  signOutFailed:
    'Sign out failed after 3 attempts. You have been signed out locally, but you may need to clear your browser cache or sign out manually if you experience issues.',
} as const

/** The screen that replaces a page when signing in itself breaks. */
export const authenticationErrorTexts = {
  title: 'Authentication Error',
  message: 'Something went wrong with authentication. Please try again.',
  tryAgain: 'Try Again',
  backToLogin: 'Back to Login',
  homepage: 'Go to Homepage',
  support: 'Contact Support',
} as const
