const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatMoney = (microdollars: number): string => dollars.format(microdollars / 1_000_000);
