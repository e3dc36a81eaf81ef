import EmailReplyParser from 'email-reply-parser';

/** Lines below a signature's delimiter; a longer stretch is part of the letter, whatever stands above it. */
const SIGNATURE_MAX_LINES = 12;

/** What phones and mail services add below a message of their own accord. */
const ADDED_LINES = [
  /^(sent|gesendet|envoyé|enviad[oa]|inviato|verzonden|verstuurd|skickat|sendt|lähetetty|wysłan[eo]|odesláno|отправлено) (from|with|via|by|using|von|mit|depuis|de|à partir de|desde|do|da|dal|vanaf|met|från|fra|z|ze|с|из)(?!\p{L}).{0,80}$/iu,
  /^(von meinem .{2,40} gesendet|lähetetty .{2,40}sta|get outlook for .{2,40}|outlook für .{2,30} (beziehen|herunterladen).*|télécharger outlook pour .{2,30}|obtener outlook para .{2,30}|downloaden? outlook .{2,30})$/iu,
  /^(diese (nachricht|e-?mail) wurde von .{2,60} gesendet\.?|.{0,20}iphoneから送信|发自我的.{2,30}|從我的.{2,30}傳送|나의 .{2,30}에서 보냄)$/iu,
  /^(yahoo mail: .{2,80}|sent from yahoo mail.*)$/iu,
];
/** A closing that belongs to the letter, though parsers of support mail call it a signature. */
const CLOSING =
  /^\s*(cheers|best wishes|\S{0,20}\s?(and\s)?regards|bien . vous|\S{0,20}\s?cordialement|bonne (journ.e|soir.e))\W*$/imu;

/**
 * Takes off the signature: what stands below a delimiter ('-- ', RFC 3676, 4.3) or was added by a phone. The words
 * a person closes a letter with, and the name below them, stay.
 */
export function withoutSignature(text: string): string {
  const fragments = new EmailReplyParser().read(text).getFragments();
  const kept = fragments.filter((fragment) => {
    if (!fragment.isHidden() || fragment.isEmpty()) return true;
    if (fragment.isQuoted()) return false;
    const content = fragment.getContent().trim();
    return CLOSING.test(content.split('\n')[0] ?? '') || filledLines(content) > SIGNATURE_MAX_LINES;
  });
  return withoutAddedLines(kept.map((fragment) => fragment.getContent()).join('\n'));
}

function withoutAddedLines(text: string): string {
  const lines = text.trimEnd().split('\n');
  while (lines.length > 0) {
    const last = (lines.at(-1) ?? '').trim();
    if (
      last !== '' &&
      !ADDED_LINES.some((added) => added.test(last.replace(/\s?[[<]https?:[^\]>]*[\]>]/g, '')))
    )
      break;
    lines.pop();
  }
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const filledLines = (text: string) => text.split('\n').filter((line) => line.trim() !== '').length;
