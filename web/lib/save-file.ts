/** Milliseconds until the object URL is revoked; the browser reads the file after the click. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a file as the browser does with a download. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER_MS);
}
