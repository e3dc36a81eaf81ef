export interface AttachedFile {
  /** file name in the mail, or its media type */
  name: string;
  /** bytes */
  size: number;
}

export const kilobytesOf = ({ size }: AttachedFile) => Math.max(1, Math.round(size / 1024));

export const attachmentLines = (attachments: readonly AttachedFile[]): string =>
  attachments.map((file) => `[Attached: ${file.name}, ${kilobytesOf(file)} KB]`).join('\n');
