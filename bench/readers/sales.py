"""Reads a month's sales with Python's own library, first column names first: rows, sum in thousandths and price range per fuel."""
import csv, gzip, json, sys

fuels = {}
with gzip.open(sys.argv[1], 'rt', encoding='utf-8', newline='') as file:
    for row in csv.DictReader(file):
        price = round(float(row['valorDeclarado']) * 1000)
        rows, total, low, high = fuels.get(row['combustivel'], (0, 0, price, price))
        fuels[row['combustivel']] = (rows + 1, total + price, min(low, price), max(high, price))
print(json.dumps({fuel: list(figures) for fuel, figures in sorted(fuels.items())}))
