/** What a purchase gave, and what became of it since. Credits, and cents where it says so. */
export interface Withdrawable {
  credits: number;
  /** cents that were paid */
  amount: number;
  takenBack: number;
  shortfall: number;
}

export interface Withdrawal {
  /** credits to move: negative is taken, positive is given back */
  delta: number;
  takenBack: number;
  shortfall: number;
}

/**
 * What to take back, or give back, when `withdrawn` cents of a purchase are no longer ours. Credits go in
 * proportion, rounded in the buyer's favour. What was spent already can't be taken: it is the shortfall, which
 * is recorded and never collected from credits that come later. When money returns (a dispute is won, a refund
 * fails) the shortfall is forgiven first.
 * @param balance the buyer's credits now
 * @param withdrawn cents, in all
 */
export function withdrawal(bought: Withdrawable, balance: number, withdrawn: number): Withdrawal {
  const { credits, amount, takenBack, shortfall } = bought;
  const share = amount === 0 ? 0 : Math.min(1, withdrawn / amount);
  const owed = Math.floor(credits * share + 1e-9);
  const change = owed - (takenBack + shortfall);
  if (change >= 0) {
    const taken = Math.min(change, balance);
    return { delta: 0 - taken, takenBack: takenBack + taken, shortfall: shortfall + change - taken };
  }
  const forgiven = Math.min(-change, shortfall);
  const returned = -change - forgiven;
  return { delta: returned, takenBack: takenBack - returned, shortfall: shortfall - forgiven };
}
