/** Categories of a support message (spec section 3). */
export const SUPPORT_CATEGORIES = [
  { id: 'technical', label: 'Technical' },
  { id: 'general', label: 'General' },
  { id: 'feedback', label: 'Feedback' },
  { id: 'feature', label: 'Feature request' },
  { id: 'billing', label: 'Billing' },
  { id: 'other', label: 'Other' },
] as const;
