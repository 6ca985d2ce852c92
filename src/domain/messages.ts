import {
  challengeTexts,
  changePasswordTexts,
  recoveryTexts,
  resetTexts,
  sessionTexts,
  signInTexts,
  signUpTexts,
  twoFactorTexts,
} from '#domain/texts/accounts.ts'
import { accessDeniedTexts } from '#domain/texts/admin.ts'
import { analyticsTexts } from '#domain/texts/analytics.ts'
import { announcementAdminTexts } from '#domain/texts/announcements.ts'
import { contactFormTexts, contactServiceTexts } from '#domain/texts/contact.ts'
import { orderAdminTexts, orderTexts } from '#domain/texts/orders.ts'
import { ourChallengeTexts } from '#domain/texts/our-challenge-words.ts'
import { ourDeskTexts } from '#domain/texts/our-desk-words.ts'
import { ourDownloadTexts } from '#domain/texts/our-download-words.ts'
import { ourUploadTexts } from '#domain/texts/our-upload-words.ts'
import {
  answerTexts,
  mediaFileTexts,
  ourAccountTexts,
  ourCheckoutTexts,
  ourContactTexts,
  ourDecryptionTexts,
  ourMailTexts,
  ourOrderTexts,
  ourPaymentTexts,
  ourPrivacyTexts,
  ourProductTexts,
  pictureTexts,
} from '#domain/texts/our-words.ts'
import { decryptionTexts } from '#domain/texts/privacy.ts'
import { productAdminTexts } from '#domain/texts/products.ts'
import { tourTexts } from '#domain/texts/tour.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { uploadSessionTexts, uploadTexts } from '#domain/texts/uploads.ts'

/**
 * Every reason for which a request is refused, with its sentence; the keys are the type `Reason`, so a new reason
 * begins here. A sentence with gaps is a function of the values that fill them, and its refusal must bring them.
 */
export const messages = {
  invalid: answerTexts.invalid,
  malformed: answerTexts.malformed,
  'not-signed-in': answerTexts.notSignedIn,
  'not-allowed': answerTexts.notAllowed,
  'not-found': answerTexts.notFound,
  conflict: answerTexts.conflict,
  'too-large': answerTexts.tooLarge,
  'too-many': answerTexts.tooMany,
  'unsupported-type': answerTexts.unsupportedType,
  'unknown-host': answerTexts.unknownHost,
  'foreign-origin': answerTexts.foreignOrigin,
  'method-not-allowed': answerTexts.methodNotAllowed,
  unavailable: answerTexts.unavailable,
  'storage-full': answerTexts.storageFull,
  unexpected: errorPanelTexts.unexpected,

  'wrong-credentials': signInTexts.failed,
  'wrong-code': challengeTexts.wrongCode,
  'wrong-recovery-code': challengeTexts.wrongRecoveryCode,
  'too-many-attempts': challengeTexts.locked,
  'codes-unreadable': ourChallengeTexts.codesUnreadable,
  'challenge-failed': challengeTexts.failed,
  'challenge-expired': ourAccountTexts.challengeExpired,
  'email-not-confirmed': ourAccountTexts.emailNotConfirmed,
  'link-invalid': ourAccountTexts.linkInvalid,
  'last-administrator': ourAccountTexts.lastAdministrator,
  'confirmation-required': ourAccountTexts.confirmationRequired,
  'no-website-access': accessDeniedTexts.message,
  'no-session': sessionTexts.none,
  'session-limited': ourAccountTexts.sessionLimited,
  'session-refresh-failed': sessionTexts.refreshFailed,
  'session-check-failed': sessionTexts.checkFailed,
  'reset-mail-failed': resetTexts.failed,
  'verification-mail-failed': signUpTexts.resendFailed,
  'account-status-failed': signUpTexts.statusCheckFailed,
  'current-password-incorrect': changePasswordTexts.currentIncorrect,
  'password-change-failed': changePasswordTexts.failed,
  'enrollment-not-started': twoFactorTexts.startFailed,
  'enrollment-failed': twoFactorTexts.enrollmentFailed,
  'enrollment-code-invalid': twoFactorTexts.wrongCode,
  'two-factor-not-disabled': twoFactorTexts.disableFailed,
  'recovery-failed': recoveryTexts.verificationFailed,
  'recovery-code-invalid': recoveryTexts.invalid,
  'recovery-codes-not-stored': recoveryTexts.storingFailed,

  'human-check-pending': contactFormTexts.verificationPending,
  'human-check-needed': ourCheckoutTexts.humanCheck,
  'human-check-failed': ourContactTexts.verificationFailed,
  'contact-not-configured': contactServiceTexts.notConfigured,
  'contact-not-sent': contactServiceTexts.notSent,
  'contact-no-address': ourContactTexts.noAddress,
  'message-unreadable': ourContactTexts.unreadable,
  'mail-not-retried': ourMailTexts.notRetried,

  'picture-too-large': pictureTexts.tooLarge,
  'picture-kind': pictureTexts.kind,
  'picture-heic': pictureTexts.heic,
  'picture-drawing': pictureTexts.drawing,
  'picture-animated': pictureTexts.animated,
  'picture-too-many-pixels': pictureTexts.tooManyPixels,
  'picture-too-heavy': pictureTexts.tooHeavy,
  'picture-damaged': pictureTexts.damaged,
  'media-file-too-large': mediaFileTexts.tooLarge,
  'media-file-kind': mediaFileTexts.kind,
  'file-empty': mediaFileTexts.empty,

  'tour-needs-website': tourTexts.websiteRequired,
  'no-announcement-for-activity': announcementAdminTexts.cannotGenerate,

  'product-has-active-orders': productAdminTexts.hasActiveOrders,
  'product-has-downloads': productAdminTexts.hasDownloads,
  'product-has-order-history': productAdminTexts.hasOrderHistory,
  'product-being-paid': ourProductTexts.beingPaid,
  'product-without-files': ourProductTexts.withoutFiles,
  'bundle-part-without-files': ourProductTexts.partWithoutFiles,
  'last-file-on-sale': ourProductTexts.lastFile,
  'product-in-bundle': ourProductTexts.inBundle,
  'already-archived': productAdminTexts.alreadyArchived,
  'not-archived': productAdminTexts.notArchived,

  'cart-empty': ourCheckoutTexts.empty,
  'cart-changed': ourCheckoutTexts.changed,
  'not-delivered': ourCheckoutTexts.notDelivered,
  'delivery-unknown': ourCheckoutTexts.deliveryUnknown,
  'order-too-large': ourCheckoutTexts.tooLarge,
  'order-too-small': ourCheckoutTexts.tooSmall,
  'order-too-little': ourCheckoutTexts.tooLittle,

  'sold-out': ourPaymentTexts.soldOut,
  'checkout-key-used': ourPaymentTexts.keyUsed,
  'checkout-over': ourPaymentTexts.over,
  'payment-unavailable': ourPaymentTexts.notAsked,
  'payment-in-review': ourPaymentTexts.inReview,
  'webhook-forged': ourPaymentTexts.forged,
  'webhook-other-mode': ourPaymentTexts.otherMode,
  'shop-not-open': ourPaymentTexts.notOpen,

  'orders-need-website': ourOrderTexts.websiteRequired,
  'order-not-found': orderTexts.notFound,
  'order-not-created': orderTexts.notYetCreated,
  'cannot-cancel': orderAdminTexts.cannotCancel,
  'order-step': ourOrderTexts.noStep,
  'order-not-tracked': ourOrderTexts.noTracking,
  'nothing-to-ship': ourOrderTexts.nothingToShip,
  'nothing-to-refund': ourOrderTexts.nothingToRefund,
  'refund-later': ourOrderTexts.refundLater,
  'nothing-to-mail': ourOrderTexts.nothingToMail,
  'nobody-to-mail': ourOrderTexts.nobodyToMail,
  'buyer-unreadable': ourOrderTexts.buyerUnreadable,
  'too-many-notes': ourOrderTexts.tooManyNotes,
  'database-permission': orderAdminTexts.permission,
  'token-error': orderAdminTexts.token,
  'database-relationship': ourOrderTexts.relationship,
  'database-table-missing': ourOrderTexts.tableMissing,
  'database-error': ourOrderTexts.database,

  'decryption-needs-sign-in': decryptionTexts.signInRequired,
  'decryption-failed': decryptionTexts.failed,
  'batch-decryption-needs-sign-in': ourDecryptionTexts.batchSignInRequired,
  'batch-decryption-failed': ourDecryptionTexts.batchFailed,
  'decryption-batch-empty': ourDecryptionTexts.batchEmpty,
  'decryption-batch-too-large': decryptionTexts.batchTooLarge,

  'customer-waits': ourPrivacyTexts.customerWaits,
  'customer-pays': ourPrivacyTexts.customerPays,

  'file-too-large': uploadTexts.tooLarge,
  'file-changed': uploadTexts.fileChanged,
  'upload-session-not-found': uploadSessionTexts.notFound,
  'upload-session-completed': uploadSessionTexts.alreadyCompleted,
  'upload-not-audio': ourUploadTexts.notAudio,
  'upload-not-zip': ourUploadTexts.notZip,
  'upload-not-picture': ourUploadTexts.notPicture,
  'chunk-damaged': ourUploadTexts.chunkDamaged,
  'chunk-out-of-place': ourUploadTexts.chunkOutOfPlace,
  'file-damaged': ourUploadTexts.fileDamaged,
  'upload-quota': ourUploadTexts.quota,

  'download-unknown': ourDownloadTexts.unknown,
  'download-expired': ourDownloadTexts.expired,
  'download-withdrawn': ourDownloadTexts.withdrawn,
  'download-cancelled': ourDownloadTexts.cancelled,
  'download-used-up': ourDownloadTexts.usedUp,
  'download-file-missing': ourDownloadTexts.fileMissing,
  'download-file-gone': ourDownloadTexts.fileGone,

  'download-of-cancelled': ourDeskTexts.ofCancelled,
  'right-expired': ourDeskTexts.expired,
  'right-withdrawn': ourDeskTexts.withdrawn,
  'nobody-to-answer': ourDeskTexts.nobodyToAnswer,

  'download-analytics-failed': analyticsTexts.downloadsFailed,
  'performance-metrics-failed': analyticsTexts.performanceFailed,
  'failure-rate-failed': analyticsTexts.failureRateFailed,
} as const
